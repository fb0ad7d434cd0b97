import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../contract/endpoint.ts'
import type { readingEndpoints } from '../../../contract/readings.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Database, Tx } from '../../db/client.ts'
import { categories, devices, groups, inspections, meters, readings, units } from '../../db/schema.ts'
import { type CsvRow, csvHead, csvLines } from './csv.ts'
import { isSelected, type Selection, selectionOf } from './selection.ts'
import { countReadings } from './tallies.ts'

type Query = Input<(typeof readingEndpoints)['exportReadings']>['query']

/** Rows of one fetch; two such batches are held at a time, whatever the length of the file. */
const batch = 1000
/** Of one organization at a time: there are connections for few, and receivers may be slow. */
const mostAtOnce = 2
const underWay = new WeakMap<Database, Map<number, number>>()

/** Takes a place among the organization's exports and gives what leaves it again. */
function takePlace(database: Database, organizationId: number): () => void {
  const counts = underWay.get(database) ?? new Map<number, number>()
  underWay.set(database, counts)
  const count = counts.get(organizationId) ?? 0
  if (count >= mostAtOnce) throw new Failure('unavailable', { retryAfter: 30 })
  counts.set(organizationId, count + 1)
  return () => {
    const left = (counts.get(organizationId) ?? 1) - 1
    if (left === 0) counts.delete(organizationId)
    else counts.set(organizationId, left)
  }
}

/**
 * The selected readings as CSV, as they were at one moment: a cursor gives as many rows as the receiver takes. Any
 * failure on the way destroys the stream, so that what has arrived does not look whole. Resolves when it is known
 * how many rows will come.
 */
export function exportReadings(
  database: Database,
  session: Session,
  query: Query,
  signal: AbortSignal,
): Promise<{ count: number; csv: Readable }> {
  const { organizationId, userId } = session
  return new Promise((resolve, reject) => {
    const leave = takePlace(database, organizationId)
    const csv = new PassThrough()
    const work = async (tx: Tx) => {
      const selection = await selectionOf(tx, session, query)
      const count = await countReadings(tx, selection)
      resolve({ count, csv })
      await write(tx, selection, query.sort_type ?? 'desc', csv, signal)
    }
    const made = database.inSnapshot(organizationId, userId, signal, work).finally(leave)
    made.then(
      () => csv.end(),
      (error: unknown) => {
        reject(error)
        // Whoever pipes it hears of it too; before there is somebody, nobody must.
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
  signal: AbortSignal,
): Promise<void> {
  const named = await namesOf(tx, selection.organizationId)
  await tx.execute(sql`declare export no scroll cursor for ${rowsOf(selection, sort)}`)
  csv.write(csvHead())
  const fetch = async () => (await tx.execute<Row>(sql.raw(`fetch ${batch} from export`))).rows
  let fetching = fetch()
  for (;;) {
    signal.throwIfAborted()
    const rows = await fetching
    if (rows.length === 0) return
    // The database finds the next ones while these are written; a failure is told when they are wanted.
    fetching = fetch()
    fetching.catch(() => {})
    if (!csv.write(csvLines(rows.map(named)))) await once(csv, 'drain', { signal })
  }
}

type Row = Omit<CsvRow, keyof Names | 'device'> & { meterId: number; deviceId: number | null }
type Names = Pick<CsvRow, 'meter' | 'decimals' | 'unit' | 'category' | 'group' | 'inspection'>

function rowsOf(selection: Selection, sort: 'asc' | 'desc'): SQL {
  const local = (column: SQL | typeof readings.createdAt) =>
    sql`to_char(${column} at time zone ${selection.timeZone}::text, 'YYYY-MM-DD HH24:MI:SS')`
  const direction = sql.raw(sort)
  return sql`
    select ${readings.id}::float8 as id, ${readings.meterId}::float8 as "meterId", ${readings.deviceId}::float8 as "deviceId",
      ${readings.value} as value, ${readings.isAbnormal} as "isAbnormal", ${readings.ocr} as ocr,
      ${readings.degree} as degree, ${readings.confidence} as confidence,
      ${local(readings.createdAt)} as "measuredAt", ${local(sql`${readings.updatedAt}`)} as "updatedAt"
    from ${readings} join ${meters} on ${meters.id} = ${readings.meterId} where ${isSelected(selection)}
    order by ${readings.createdAt} ${direction}, ${readings.id} ${direction}`
}

/** Meters and devices are few beside their readings: their names are looked up here, not joined a million times. */
async function namesOf(tx: Tx, organizationId: number): Promise<(row: Row) => CsvRow> {
  const named = await tx
    .select({
      id: meters.id,
      meter: meters.name,
      decimals: meters.decimalPoint,
      unit: units.name,
      category: categories.name,
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
  const meterNames = new Map(named.map(({ id, ...names }) => [id, names]))
  const deviceNames = new Map(known.map(({ id, name }) => [id, name]))
  return (row) => {
    const names = meterNames.get(row.meterId)
    if (names === undefined) throw new Error('a reading without its meter')
    const device = row.deviceId === null ? null : (deviceNames.get(row.deviceId) ?? null)
    return { ...row, ...names, device }
  }
}
