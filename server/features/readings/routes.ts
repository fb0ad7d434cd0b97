import { Readable } from 'node:stream'
import type { Reading } from '../../../contract/readings.ts'
import { longRoute, route, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { presenterFor } from '../../presenter.ts'
import { isoInZone } from '../../time-zone.ts'
import { parseBase64Picture } from '../pictures/index.ts'
import { correctMeasuredAt, correctReading, deleteReading } from './correct.ts'
import { createReading } from './create.ts'
import { exportReadings } from './export-readings.ts'
import { latestReadings } from './latest.ts'
import { listPage } from './list-readings.ts'
import { measuredAt } from './measured-at.ts'
import { neighboursOf } from './neighbours.ts'
import { presentFound, presentReading, presentSeries } from './present.ts'
import { changesOfMeter, historyOf } from './reading-history.ts'
import { findReading } from './repository.ts'
import { restoreReading } from './restore.ts'
import { selectionOf } from './selection.ts'
import { seriesOf } from './series.ts'
import { undoDecision } from './undo-decision.ts'
import { valuesAround } from './values-around.ts'

export const readingRoutes = [
  route(
    'readings',
    async ({ tx, session, deps, query }) => {
      const present = presenterFor(deps, session)
      const { rows, partial, ...page } = await listPage(tx, session, query)
      const data = rows.map((row) => presentReading(row, present))
      return { data, ...page, partial: partial || undefined }
    },
    { isHeavy: ({ query }) => query.text !== undefined },
  ),
  route(
    'series',
    async ({ tx, session, deps, query }) => {
      const present = presenterFor(deps, session)
      const { series, isPartial } = await seriesOf(tx, session, query)
      return { data: series.map((row) => presentSeries(row, present)), partial: isPartial || undefined }
    },
    { isHeavy: () => true },
  ),
  route('latestReadings', async ({ tx, session, deps, query }) => {
    const present = presenterFor(deps, session)
    const rows = await latestReadings(tx, session, query)
    return { data: rows.map((row) => presentReading(row, present)) }
  }),
  longRoute('exportReadings', async ({ session, deps, query, request, reply }) => {
    const day = isoInZone(session.timeZone, deps.clock()).slice(0, 10)
    reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-disposition',
        `attachment; filename="readings_${day}.csv"; filename*=UTF-8''${encodeURIComponent(`検針データ_${day}.csv`)}`,
      )
    // The body would be dropped, and its length is unknown.
    if (request.method === 'HEAD') {
      const { organizationId, userId } = session
      await deps.database.inOrganization(
        organizationId,
        userId,
        (tx) => selectionOf(tx, session, query),
        'read only',
      )
      return reply.send(Readable.from([]))
    }
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const { count, csv } = await exportReadings(deps.database, session, query, gone.signal)
    return reply.header('row-count', String(count)).send(csv)
  }),
  route('readingChanges', async ({ tx, session, deps, params }) => ({
    data: await historyOf(tx, session.organizationId, params.id, presenterFor(deps, session)),
  })),
  route('readingNeighbours', async ({ tx, session, params }) => ({
    data: await neighboursOf(tx, session.organizationId, params.id),
  })),
  route('valuesAround', async ({ tx, session, deps, params, query }) => {
    const moment = { at: measuredAt(query.at, session.timeZone, deps.clock()), except: query.except }
    return {
      data: await valuesAround(tx, session.organizationId, params.id, moment, presenterFor(deps, session)),
    }
  }),
  route('reading', async ({ tx, session, deps, params }) => ({
    data: await presentOne(deps, session, tx, params.id),
  })),
  route('createReading', async ({ tx, session, deps, headers, body }) => {
    const image = body.image_base64
    const picture = image === null ? null : await parseBase64Picture(image, 'image_base64')
    return createReading(deps, session, tx, {
      key: headers['idempotency-key'] ?? crypto.randomUUID(),
      meterId: body.meter_id,
      value: body.value,
      confirmedDoubts: body.confirmed_doubts ?? [],
      valueSource: body.value === null && picture !== null ? 'reader' : 'entered',
      source: 'entry',
      createdAt: measuredAt(body.created_at, session.timeZone, deps.clock()),
      phone: null,
      picture,
    })
  }),
  route('updateReading', async ({ tx, session, deps, params, body }) => {
    const { value, created_at: local, reason = '' } = body
    const why = reason === '' ? null : reason
    let removed = 0
    // The time first: it locks the device before the meter.
    if (local !== undefined) {
      const at = measuredAt(local, session.timeZone, deps.clock())
      removed += await correctMeasuredAt(deps, session, tx, params.id, at, why)
    }
    if (value !== undefined) removed += await correctReading(deps, session, tx, params.id, value, why)
    return { data: { ...(await presentOne(deps, session, tx, params.id)), removed_alerts: removed } }
  }),
  route('undoDecision', async ({ tx, session, deps, params }) => {
    await undoDecision(deps, session, tx, params.id)
    return { data: await presentOne(deps, session, tx, params.id) }
  }),
  route('updateReadingTime', async ({ tx, session, deps, params, body }) => {
    const { created_at: given } = body
    const at = given === null ? null : measuredAt(given, session.timeZone, deps.clock())
    const removed = await correctMeasuredAt(deps, session, tx, params.id, at)
    return { data: { ...(await presentOne(deps, session, tx, params.id)), removed_alerts: removed } }
  }),
  route('deleteReading', async ({ tx, session, deps, params }) => {
    return { data: { removed_alerts: await deleteReading(deps, session, tx, params.id) } }
  }),
  route('restoreReading', async ({ tx, session, deps, params }) => {
    await restoreReading(deps, session, tx, params.id)
    return { data: await presentOne(deps, session, tx, params.id) }
  }),
  route('meterReadingChanges', ({ tx, session, deps, params, query }) =>
    changesOfMeter({ tx, session, deps }, params.id, query),
  ),
]

async function presentOne(deps: Deps, session: Session, tx: Tx, id: number): Promise<Reading> {
  return presentFound(await findReading(tx, session.organizationId, id), deps, session, tx)
}
