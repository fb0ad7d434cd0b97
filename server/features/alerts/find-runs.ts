import { and, asc, desc, eq, isNotNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/client.ts'
import {
  compared,
  inRange,
  isReadingOf,
  type MeterKey,
  type Position,
  type PositionRange,
} from '../../db/reading-order.ts'
import { readings } from '../../db/schema.ts'
import { comparePositions, type Run } from './match-runs.ts'

/** A section of history between two normal readings; null: open. */
export interface Segment {
  after: Position | null
  before: Position | null
}

/** Past readings that were imported neither open nor end alerts: people knew them before. */
const counts = ne(readings.source, 'import')
/** Neither: a picture that is still to be read. */
const abnormal = and(readings.isAbnormal, counts)
export const normal = and(not(readings.isAbnormal), isNotNull(readings.value), counts)

const columns = { at: readings.createdAt, id: readings.id, isAbnormal: readings.isAbnormal }
const positionOf = ({ at, id }: { at: Date; id: number }): Position => ({ at: at.getTime(), id })

const firstOrLatest = (tx: Tx, meter: MeterKey, kind: SQL | undefined, which: 'first' | 'latest') => {
  const direction = which === 'first' ? asc : desc
  return tx
    .select(columns)
    .from(readings)
    .where(and(isReadingOf(meter), kind))
    .orderBy(direction(readings.createdAt), direction(readings.id))
    .limit(1)
}

/**
 * Everything that a change of one reading can affect: the section between the normal readings around it, and its runs.
 * A few index lookups, however long a run is.
 */
export async function findRunsAround(
  tx: Tx,
  meter: MeterKey,
  reading: Position,
): Promise<{ segment: Segment; runs: Run[] }> {
  const isReading = eq(readings.id, reading.id)
  const known = await unionAll(
    firstOrLatest(tx, meter, and(normal, compared('<', reading)), 'latest'),
    firstOrLatest(tx, meter, and(or(abnormal, normal), isReading), 'first'),
    firstOrLatest(tx, meter, and(normal, compared('>', reading)), 'first'),
  )
  const itself = known.find(({ id }) => id === reading.id)
  const [earlier, later] = splitAt(known, reading)
  const segment = { after: earlier.at(-1) ?? null, before: later[0] ?? null }
  const before = and(
    abnormal,
    compared('<', reading),
    segment.after ? compared('>', segment.after) : undefined,
  )
  const after = and(
    abnormal,
    compared('>', reading),
    segment.before ? compared('<', segment.before) : undefined,
  )
  const ends = await unionAll(
    firstOrLatest(tx, meter, before, 'first'),
    firstOrLatest(tx, meter, before, 'latest'),
    firstOrLatest(tx, meter, after, 'first'),
    firstOrLatest(tx, meter, after, 'latest'),
  )
  const [left, right] = splitAt(ends, reading)
  const endedAt = segment.before?.at ?? null
  const runs =
    itself?.isAbnormal === false
      ? [...runOf(left, reading.at), ...runOf(right, endedAt)]
      : runOf([...left, ...(itself ? [reading] : []), ...right], endedAt)
  return { segment, runs }
}

/** The positions before and after one, in order. */
function splitAt(rows: readonly { at: Date; id: number }[], middle: Position): [Position[], Position[]] {
  const positions = rows.map(positionOf).sort(comparePositions)
  return [
    positions.filter((position) => comparePositions(position, middle) < 0),
    positions.filter((position) => comparePositions(position, middle) > 0),
  ]
}

function runOf(positions: readonly Position[], endedAt: number | null): Run[] {
  const [first] = positions
  const latest = positions.at(-1)
  return first === undefined || latest === undefined ? [] : [{ first, latest, endedAt }]
}

/** The same for a range of readings that were rejudged: one scan of the range, and a few index lookups around it. */
export async function findRunsWithin(
  tx: Tx,
  meter: MeterKey,
  range: PositionRange,
): Promise<{ segment: Segment; runs: Run[] }> {
  const find = async (kind: SQL | undefined, which: 'first' | 'latest') => {
    const [row] = await firstOrLatest(tx, meter, kind, which)
    return row === undefined ? null : positionOf(row)
  }
  const { from, before } = range
  const segment = {
    after: from && (await find(and(normal, compared('<', from)), 'latest')),
    before: before && (await find(and(normal, compared('>=', before)), 'first')),
  }
  const earlier =
    from && and(abnormal, compared('<', from), segment.after ? compared('>', segment.after) : undefined)
  const later =
    before &&
    and(abnormal, compared('>=', before), segment.before ? compared('<', segment.before) : undefined)
  const left = earlier && [await find(earlier, 'first'), await find(earlier, 'latest')]
  const right = later && [await find(later, 'first'), await find(later, 'latest')]
  const firstNormal = await find(and(normal, inRange(range)), 'first')
  const inside = await runsInside(tx, meter, range)
  const positions = (...some: (Position | null)[]) => some.filter((position) => position !== null)
  const ends = ({ first, latest }: Run) => [first, latest]
  const endedAt = segment.before?.at ?? null
  if (firstNormal === null) {
    const all = positions(...(left ?? []), ...inside.flatMap(ends), ...(right ?? []))
    return { segment, runs: runOf(all, endedAt) }
  }
  const isHead = (run: Run) => comparePositions(run.latest, firstNormal) < 0
  const isTail = (run: Run) => !isHead(run) && run.endedAt === null
  return {
    segment,
    runs: [
      ...runOf(positions(...(left ?? []), ...inside.filter(isHead).flatMap(ends)), firstNormal.at),
      ...inside.filter((run) => !isHead(run) && !isTail(run)),
      ...runOf(positions(...inside.filter(isTail).flatMap(ends), ...(right ?? [])), endedAt),
    ],
  }
}

/** Runs within a range, ignoring readings around it. */
async function runsInside(tx: Tx, meter: MeterKey, range: PositionRange): Promise<Run[]> {
  const order = sql`(order by ${readings.createdAt}, ${readings.id})`
  const judged = tx
    .select({
      ...columns,
      begins: sql<boolean>`not lag(${readings.isAbnormal}, 1, false) over ${order}`.as('begins'),
      ends: sql<boolean>`not lead(${readings.isAbnormal}, 1, false) over ${order}`.as('ends'),
      endedAt: sql<Date | null>`lead(${readings.createdAt}) over ${order}`
        .mapWith(readings.createdAt)
        .as('ended_at'),
    })
    .from(readings)
    .where(and(isReadingOf(meter), inRange(range), or(abnormal, normal)))
    .as('judged')
  const rows = await tx
    .select({ at: judged.at, id: judged.id, ends: judged.ends, endedAt: judged.endedAt })
    .from(judged)
    .where(sql`${judged.isAbnormal} and (${judged.begins} or ${judged.ends})`)
    .orderBy(asc(judged.at), asc(judged.id))
  const runs: Run[] = []
  let first: Position | null = null
  for (const { ends, endedAt, ...row } of rows) {
    const position = positionOf(row)
    first ??= position
    if (!ends) continue
    runs.push({ first, latest: position, endedAt: endedAt?.getTime() ?? null })
    first = null
  }
  return runs
}
