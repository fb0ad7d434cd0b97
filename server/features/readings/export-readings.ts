import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../contract/calls/endpoint.ts'
import type { Reading, readingEndpoints } from '../../../contract/readings.ts'
import { isTyped, readingStateOf } from '../../../contract/values/readingState.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Database, Tx } from '../../db/client.ts'
import {
  categories,
  devices,
  groups,
  inspections,
  meters,
  readingChanges,
  readings,
  units,
  users,
} from '../../db/schema.ts'
import { isConsecutive } from './consumption.ts'
import { type CsvRow, csvHead, csvLines } from './csv-lines.ts'
import { maxHeldBatches, withConsumptions } from './export-consumption.ts'
import { isCumulativeMeter } from './is-cumulative.ts'
import { limitSearch, maxSearchedRows } from './page-bounds.ts'
import { countersOf } from './predecessors.ts'
import { countReadings } from './rollup-counts.ts'
import { matchesSelection, type Selection, selectionOf } from './selection.ts'

type Query = Input<(typeof readingEndpoints)['exportReadings']>['query']

/** Rows per fetch. */
const defaultBatchSize = 500
/** Milliseconds of waiting for the receiver. */
const defaultDrainTimeout = 60_000
/** Extends the timeout by what was written. */
const minBytesPerMs = 50

const tooManyRows = {
  path: 'text',
  message: `この文字を探す測定値が${maxSearchedRows.toLocaleString('ja-JP')}件を超えています。期間かメーターを絞り込んでください。`,
}

/**
 * The selected readings as CSV, in one snapshot, streamed by a cursor as fast as the receiver reads. Any failure, and a
 * receiver that stalls, destroys the stream, so that a partial file does not look complete. Resolves when the row count
 * is known.
 */
export function exportReadings(
  database: Database,
  session: Session,
  query: Query,
  signal: AbortSignal,
  {
    drainTimeout = defaultDrainTimeout,
    maxSearched = maxSearchedRows,
    batchSize = defaultBatchSize,
    maxHeld = maxHeldBatches,
  } = {},
): Promise<{ count: number; csv: Readable }> {
  const { organizationId, userId } = session
  // Per step, so that graphs and searches of the organization need not wait for the whole file.
  const withSlot: WithSlot = (work) =>
    database.heavyQueries.run({ owner: `export of ${organizationId}`, signal }, work)
  return new Promise((resolve, reject) => {
    const csv = new PassThrough()
    const work = async (tx: Tx) => {
      const selection = await withSlot(async () => {
        const selected = await selectionOf(tx, session, query)
        // A file without the rows that were not searched would look complete.
        const { isPartial } = await limitSearch(tx, selected, 'desc', maxSearched)
        if (isPartial) throw new Failure('validation_failed', { issues: [tooManyRows] })
        resolve({ count: await countReadings(tx, selected), csv })
        return selected
      })
      await write(tx, selection, query.sort_type ?? 'desc', csv, {
        inTurn: withSlot,
        signal,
        drainTimeout,
        batchSize,
        maxHeld,
      })
    }
    database.inSnapshot(organizationId, userId, signal, work).then(
      () => csv.end(),
      (error: unknown) => {
        reject(error)
        // A listener is required until somebody pipes it.
        csv.on('error', () => {})
        csv.destroy(error instanceof Error ? error : new Error(String(error)))
      },
    )
  })
}

async function write(
  tx: Tx,
  selection: Selection,
  sort: 'asc' | 'desc',
  csv: PassThrough,
  { inTurn, signal, drainTimeout, batchSize, maxHeld }: Writing,
): Promise<void> {
  const named = await namesOf(tx, selection)
  await tx.execute(sql`declare export no scroll cursor for ${rowsOf(selection, sort)}`)
  csv.write(csvHead())
  const { organizationId } = selection
  const counters = await countersOf(tx, organizationId, selection.meterIds)
  const stream = { tx, organizationId, counters, sort, isConsecutive: isConsecutive(selection), maxHeld }
  const batches = withConsumptions(
    stream,
    async () => (await tx.execute<Row>(sql.raw(`fetch ${batchSize} from export`))).rows,
  )
  let left = drainTimeout
  let batch = await inTurn(() => batches.next())
  while (batch.done !== true) {
    signal.throwIfAborted()
    const { rows, consumptions } = batch.value
    batch = await inTurn(async () => {
      // The next rows are fetched while these are written.
      const lines = csvLines(
        rows.map((row) => ({ ...named(row), consumption: consumptions.get(row.id) ?? null })),
      )
      left += lines.length / minBytesPerMs
      const [next] = await Promise.all([batches.next(), csv.write(lines)])
      return next
    })
    if (!csv.writableNeedDrain) continue
    const began = performance.now()
    const noLonger = AbortSignal.timeout(Math.max(0, Math.ceil(left)))
    await once(csv, 'drain', { signal: AbortSignal.any([signal, noLonger]) }).catch((error: unknown) => {
      throw noLonger.aborted ? new Error('the receiver of a file takes nothing any more') : error
    })
    left -= performance.now() - began
  }
}

interface Writing extends Record<'drainTimeout' | 'batchSize' | 'maxHeld', number> {
  inTurn: WithSlot
  signal: AbortSignal
}

type WithSlot = <T>(work: () => Promise<T>) => Promise<T>

type Row = Omit<CsvRow, keyof MeterNames | keyof DerivedFields | 'consumption'> &
  Pick<Reading, 'source' | 'value_source' | 'read_state' | 'advice' | 'image'> & {
    meterId: number
    at: number
    deviceId: number | null
    userId: number | null
  }
type MeterNames = Pick<
  CsvRow,
  'meter' | 'decimals' | 'unit' | 'category' | 'categoryType' | 'isCumulative' | 'group' | 'inspection'
>
type DerivedFields = Pick<CsvRow, 'device' | 'state' | 'registeredBy' | 'originalTime'>

const localTimeIn =
  ({ timeZone }: Selection) =>
  (time: SQL | typeof readings.createdAt) =>
    sql<string>`to_char(${time} at time zone ${timeZone}::text, 'YYYY-MM-DD HH24:MI:SS')`

function rowsOf(selection: Selection, sort: 'asc' | 'desc'): SQL {
  const local = localTimeIn(selection)
  const direction = sql.raw(sort)
  return sql`
    select ${readings.id}::float8 as id, ${readings.meterId}::float8 as "meterId", ${readings.deviceId}::float8 as "deviceId",
      ${readings.value} as value, ${readings.isAbnormal} as "isAbnormal", ${readings.ocr} as ocr,
      ${readings.degree} as degree, ${readings.confidence} as confidence, ${readings.readState} as read_state,
      ${readings.readValue} as "readValue", ${readings.deviceValue} as "deviceValue",
      ${readings.confirmedDoubts} <> '{}' as "isConfirmed", ${readings.timeMark} as "timeMark",
      ${readings.source} as source, ${readings.valueSource} as value_source, ${readings.reasons} as reasons, ${readings.advice} as advice,
      ${readings.pictureSha256} as image,
      ${readings.createdByUserId}::float8 as "userId",
      (extract(epoch from ${readings.createdAt}) * 1000)::float8 as at, ${local(readings.createdAt)} as "measuredAt", ${local(sql`${readings.updatedAt}`)} as "updatedAt"
    from ${readings} join ${meters} on ${meters.id} = ${readings.meterId} where ${matchesSelection(selection)}
    order by ${readings.createdAt} ${direction}, ${readings.id} ${direction}`
}

/** Few compared with the readings: names and changed times are looked up here instead of joined a million times. */
async function namesOf(tx: Tx, selection: Selection): Promise<(row: Row) => Omit<CsvRow, 'consumption'>> {
  const { organizationId } = selection
  const named = await tx
    .select({
      id: meters.id,
      meter: meters.name,
      decimals: meters.decimalPoint,
      unit: units.name,
      category: categories.name,
      categoryType: categories.type,
      cumulativeMode: meters.cumulativeMode,
      startValue: meters.startValue,
      endValue: meters.endValue,
      group: groups.name,
      inspection: inspections.name,
    })
    .from(meters)
    .innerJoin(units, eq(units.id, meters.meterUnitId))
    .innerJoin(categories, eq(categories.id, meters.meterCategoryId))
    .leftJoin(groups, eq(groups.id, meters.meterGroupId))
    .leftJoin(inspections, eq(inspections.id, meters.inspectionId))
    .where(eq(meters.organizationId, organizationId))
  const known = await tx
    .select({ id: devices.id, name: devices.name })
    .from(devices)
    .where(eq(devices.organizationId, organizationId))
  const people = await tx.select({ id: users.id, name: users.username }).from(users)
  const before = sql`${readingChanges.before} ->> 'created_at'`
  const changedTimes = await tx
    .selectDistinctOn([readingChanges.readingId], {
      id: readingChanges.readingId,
      time: localTimeIn(selection)(sql`(${before})::timestamptz`),
    })
    .from(readingChanges)
    .where(and(eq(readingChanges.organizationId, organizationId), isNotNull(before)))
    .orderBy(readingChanges.readingId, readingChanges.at, readingChanges.id)
  const originalTimes = new Map(changedTimes.map(({ id, time }) => [id, time]))
  const meterNames = new Map(
    named.map(({ id, cumulativeMode, startValue, endValue, ...names }) => {
      const isCumulative = isCumulativeMeter({ ...names, cumulativeMode, startValue, endValue })
      return [id, { ...names, isCumulative }]
    }),
  )
  const deviceNames = new Map(known.map(({ id, name }) => [id, name]))
  const userNames = new Map(people.map(({ id, name }) => [id, name]))
  return (row) => {
    const names = meterNames.get(row.meterId)
    if (names === undefined) throw new Error('a reading without its meter')
    return {
      ...row,
      ...names,
      state: readingStateOf({ ...row, read_value: row.readValue, device_value: row.deviceValue }),
      device: deviceOf(row, deviceNames),
      registeredBy: nameIn(userNames, row.userId),
      originalTime: originalTimes.get(row.id) ?? null,
    }
  }
}

/** The name of the device, 取り込み or 手入力. A picture that was added by hand has neither. */
function deviceOf(row: Row, names: ReadonlyMap<number, string>): string | null {
  if (isTyped(row)) return row.source === 'import' ? '取り込み' : '手入力'
  return row.source === 'entry' ? null : nameIn(names, row.deviceId)
}

const nameIn = (names: ReadonlyMap<number, string>, id: number | null): string | null =>
  id === null ? null : (names.get(id) ?? null)
