import type { FastifyReply } from 'fastify'
import type { deviceEndpoints } from '../../../contract/devices.ts'
import { type Call, Failure, route, type Session } from '../../api/call.ts'
import { consoleUrlOf } from '../../console-url.ts'
import type { Tx } from '../../db/client.ts'
import { findOrganization } from '../../db/organization-lookup.ts'
import type { Deps } from '../../deps.ts'
import { intervalOf } from '../../interval.ts'
import { presenterFor } from '../../presenter.ts'
import { arrivalSums } from './arrivals-of-devices.ts'
import { configurationFile, qrText } from './configuration.ts'
import { errorPage, presentError } from './error-log.ts'
import { lastPictures } from './last-pictures.ts'
import { devicesOf } from './listing.ts'
import { presentDevice } from './present.ts'
import { historyOf, presentReport } from './report-history.ts'
import { findDevice, findDeviceRecord } from './repository.ts'
import { createDevice, deleteDevice, updateDevice } from './service.ts'

export const deviceRoutes = [
  route('devices', async ({ tx, session, deps, query }) => {
    const { type, merge_deleted: withDeleted = false } = query
    return { data: await devicesOf(deps, tx, session, { type, withDeleted }) }
  }),
  route('device', async ({ tx, session, deps, params }) => ({
    data: await presentOne(deps, session, tx, params.id),
  })),
  route('createDevice', async ({ tx, session, deps, body }) => {
    const id = await createDevice(session, tx, body, deps.clock())
    return { status: 201, data: await presentOne(deps, session, tx, id) }
  }),
  route('updateDevice', async ({ tx, session, deps, params, body }) => {
    await updateDevice(session, tx, params.id, body, deps.clock())
    return { data: await presentOne(deps, session, tx, params.id) }
  }),
  route('deleteDevice', async ({ tx, session, deps, params }) => {
    await deleteDevice(session, tx, params.id, deps.clock())
    return { data: await presentOne(deps, session, tx, params.id) }
  }),
  route('deviceQr', async ({ tx, session, params, query, deps, request }) => {
    const serverUrl = serverUrlOf({ deps, request })
    const setup = { deviceId: params.id, pickedKeyId: query.key_id ?? null, serverUrl }
    return { data: { value: await qrText(deps, tx, session.organizationId, setup) } }
  }),
  route('downloadChildDevice', (call) => sendFile(call, 'child')),
  route('downloadParentDevice', (call) => sendFile(call, 'parent')),
  route('deviceErrors', async ({ tx, session, deps, query }) => {
    const { organization_id: named, ...asked } = query
    // Whoever administers several organizations signs in to the one whose errors are wanted.
    if (named !== undefined && named !== session.organizationId) throw new Failure('forbidden')
    const present = presenterFor(deps, session)
    const { rows, ...page } = await errorPage(tx, session, asked, null)
    return { data: rows.map((row) => presentError(row, present)), ...page }
  }),
  route('errorsOfDevice', async ({ tx, session, deps, params, query }) => {
    const { id } = await findDeviceRecord(tx, session.organizationId, params.id)
    const present = presenterFor(deps, session)
    const { rows, ...page } = await errorPage(tx, session, query, id)
    return { data: rows.map((row) => presentError(row, present)), ...page }
  }),
  route('deviceHistory', async ({ tx, session, deps, params, query }) => {
    const { organizationId, timeZone } = session
    const { id } = await findDeviceRecord(tx, organizationId, params.id)
    const { created_span: span } = query
    const interval = intervalOf(span ?? { from: null, to: null }, timeZone, 'created_span')
    const present = presenterFor(deps, session)
    const rows = await historyOf(tx, organizationId, id, interval)
    return { data: rows.map((row) => presentReport(row, present)) }
  }),
  route('devicePictures', async ({ tx, session, deps, params, query }) => {
    const { organizationId } = session
    const { id } = await findDeviceRecord(tx, organizationId, params.id)
    const present = presenterFor(deps, session)
    return { data: await lastPictures(tx, organizationId, id, query.limit, present) }
  }),
]

async function presentOne(deps: Deps, session: Session, tx: Tx, id: number) {
  const { organizationId, timeZone } = session
  const row = await findDevice(tx, organizationId, id)
  if (row === undefined) throw new Failure('not_found')
  const sums = await arrivalSums(tx, organizationId, timeZone, deps.clock(), [id])
  return presentDevice(row, sums.get(id), presenterFor(deps, session))
}

function serverUrlOf({ deps, request }: Pick<FileCall, 'deps' | 'request'>): string {
  const url = consoleUrlOf(deps.env, request)
  if (url === null) throw new Failure('public_url_missing')
  return url
}

type FileCall = Pick<
  Call<(typeof deviceEndpoints)['downloadChildDevice']>,
  'tx' | 'session' | 'deps' | 'request' | 'reply' | 'body'
>

async function sendFile(
  { tx, session, deps, request, reply, body }: FileCall,
  kind: 'child' | 'parent',
): Promise<FastifyReply> {
  const { organizationId } = session
  const { device_id: deviceId, key_id: pickedKeyId = null } = body
  const serverUrl = serverUrlOf({ deps, request })
  const file = await configurationFile(deps, tx, organizationId, { deviceId, pickedKeyId, serverUrl, kind })
  const organization = await findOrganization(tx, organizationId)
  const name = `${organization?.code.replace(/[^\w-]/g, '_')}_${deviceId}.json`
  return reply
    .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(file, null, 2))
}
