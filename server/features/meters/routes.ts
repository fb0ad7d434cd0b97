import type { Meter } from '../../../contract/meters.ts'
import { Failure, route, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { presenterFor } from '../../presenter.ts'
import { presentMeter } from './present.ts'
import { qrPicture } from './qr.ts'
import { findMeter, listMeters } from './repository.ts'
import { createMeter, updateMeter } from './service.ts'

/** No name of a host is longer, and a QR code does not hold whatever a caller calls us. */
const longestSite = 300

export const meterRoutes = [
  route('meters', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    const rows = await listMeters(tx, session.organizationId)
    return { data: rows.map((row) => presentMeter(row, present)) }
  }),
  route('meter', async ({ tx, session, deps, params }) => ({
    data: await one(deps, session, tx, params.id),
  })),
  route('createMeter', async ({ tx, session, deps, body }) => {
    const id = await createMeter(deps, session, tx, body)
    return { status: 201, data: await one(deps, session, tx, id) }
  }),
  route('updateMeter', async ({ tx, session, deps, params, body }) => {
    await updateMeter(deps, session, tx, params.id, body)
    return { data: await one(deps, session, tx, params.id) }
  }),
  route('meterQr', async ({ params, deps, request, reply }) => {
    const site = deps.env.PUBLIC_URL ?? `${request.protocol}://${request.host}`
    if (site.length > longestSite) throw new Failure('validation_failed')
    const picture = await qrPicture(`${site}/capture-meter-value/${params.id}`)
    return reply.header('cache-control', 'public, max-age=3600').type('image/png').send(picture)
  }),
]

async function one(deps: Deps, session: Session, tx: Tx, id: number): Promise<Meter> {
  const row = await findMeter(tx, session.organizationId, id)
  if (row === undefined) throw new Failure('not_found')
  return presentMeter(row, presenterFor(deps, session))
}
