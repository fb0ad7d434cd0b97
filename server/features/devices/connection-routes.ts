import { route } from '../../api/call.ts'
import { consoleUrlOf } from '../../console-url.ts'
import {
  assignNumber,
  connectionOf,
  credentialsOf,
  renewKey,
  setAccessHash,
  withdrawKey,
} from './connection.ts'
import { findDeviceRecord } from './repository.ts'

export const connectionRoutes = [
  route('deviceConnection', async ({ deps, tx, session, params, request }) => {
    const { id } = await findDeviceRecord(tx, session.organizationId, params.id)
    return { data: await connectionOf(deps, tx, session, id, consoleUrlOf(deps.env, request)) }
  }),
  route('deviceCredentials', async ({ deps, tx, session, params }) => ({
    data: await credentialsOf(deps, tx, session, params.id),
  })),
  route('renewDeviceKey', async ({ deps, tx, session, params, body }) => {
    await renewKey(deps, tx, session, params.id, body.expire_at ?? null)
    return { status: 201, data: await credentialsOf(deps, tx, session, params.id) }
  }),
  route('withdrawDeviceKey', async ({ deps, tx, session, params }) => {
    await withdrawKey(deps, tx, session, params.id)
    return { data: await credentialsOf(deps, tx, session, params.id) }
  }),
  route('assignDeviceNumber', async ({ deps, tx, session, params, body, request }) => {
    await assignNumber(deps, tx, session, params.id, { name: body.name, meterId: body.meter_id })
    return { data: await connectionOf(deps, tx, session, params.id, consoleUrlOf(deps.env, request)) }
  }),
  route('setAccessHash', async ({ deps, tx, session, params, body }) => {
    await setAccessHash(deps, tx, session, params.id, body.access_hash)
    return { data: await credentialsOf(deps, tx, session, params.id) }
  }),
]
