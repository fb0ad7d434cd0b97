import { toBuffer } from 'qrcode'
import type { Meter } from '../../../contract/meters.ts'
import type { MeterTerms } from '../../../contract/usage/terms.ts'
import { Failure, route, type Session } from '../../api/call.ts'
import { consoleUrlOf } from '../../console-url.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { presentMeter } from './present.ts'
import { effectOfRange } from './range-effect.ts'
import { findLastEditor, findMeter, listMeters } from './repository.ts'
import { createMeter, updateMeter } from './service.ts'
import { createTerms, deleteTerms, listTerms, type TermsRow, updateTerms } from './terms.ts'
import { effectOfTerms } from './terms-effect.ts'

export const meterRoutes = [
  route('meters', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    const rows = await listMeters(tx, session.organizationId)
    return { data: rows.map((row) => presentMeter(row, present)) }
  }),
  route('meter', async ({ tx, session, deps, params }) => ({
    data: {
      ...(await presentOne(deps, session, tx, params.id)),
      updated_by: await findLastEditor(tx, session.organizationId, params.id),
    },
  })),
  route('createMeter', async ({ tx, session, deps, body }) => {
    const id = await createMeter(deps, session, tx, body)
    return { status: 201, data: await presentOne(deps, session, tx, id) }
  }),
  route('updateMeter', async ({ tx, session, deps, params, body }) => {
    await updateMeter(deps, session, tx, params.id, body)
    return { data: await presentOne(deps, session, tx, params.id) }
  }),
  route('meterTerms', async ({ tx, session, deps, params }) => {
    const present = presenterFor(deps, session)
    const rows = await listTerms(tx, session.organizationId, params.id)
    return { data: rows.map((row) => presentTerms(row, present)) }
  }),
  route('createMeterTerms', async ({ tx, session, deps, params, body }) => {
    const row = await createTerms(session, tx, params.id, body, deps.clock())
    return { status: 201, data: presentTerms(row, presenterFor(deps, session)) }
  }),
  route('updateMeterTerms', async ({ tx, session, deps, params, body }) => {
    const row = await updateTerms(session, tx, params, body, deps.clock())
    return { data: presentTerms(row, presenterFor(deps, session)) }
  }),
  route('deleteMeterTerms', async ({ tx, session, deps, params }) => {
    await deleteTerms(session, tx, params, deps.clock())
    return { data: { id: params.terms_id } }
  }),
  route(
    'termsEffect',
    async ({ tx, session, deps, params, query }) => ({
      data: await effectOfTerms(tx, session, params.id, query, presenterFor(deps, session), deps.clock()),
    }),
    { isHeavy: () => true },
  ),
  route(
    'rangeEffect',
    async ({ tx, session, deps, params, query }) => {
      if ((await findMeter(tx, session.organizationId, params.id)) === undefined)
        throw new Failure('not_found')
      return { data: await effectOfRange(tx, session.organizationId, [params.id], query, deps.clock()) }
    },
    { isHeavy: () => true },
  ),
  route('meterQr', async ({ params, deps, request, reply }) => {
    const site = consoleUrlOf(deps.env, request)
    if (site === null) throw new Failure('public_url_missing')
    const text = `${site}/capture-meter-value/${params.id}`
    // 300 dpi when printed 5 cm wide, with a quiet zone.
    const picture = await toBuffer(text, { width: 600, margin: 4, errorCorrectionLevel: 'M' })
    return reply.header('cache-control', 'private, max-age=3600').type('image/png').send(picture)
  }),
]

async function presentOne(deps: Deps, session: Session, tx: Tx, id: number): Promise<Meter> {
  const row = await findMeter(tx, session.organizationId, id)
  if (row === undefined) throw new Failure('not_found')
  return presentMeter(row, presenterFor(deps, session))
}

const presentTerms = (row: TermsRow, present: Presenter): MeterTerms => ({
  id: row.id,
  meter_id: row.meterId,
  valid_from: row.validFrom && present.instant(row.validFrom),
  multiplier: row.multiplier,
  digit_number: row.digitNumber,
  decimal_point: row.decimalPoint,
})
