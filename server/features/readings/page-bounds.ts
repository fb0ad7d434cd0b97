import { and, type SQL, sql } from 'drizzle-orm'
import type { Cursor } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import { readingDays, readings } from '../../db/schema.ts'
import { inRollup, partialDays, rollupColumn } from './rollup-counts.ts'
import { matchesRollup, type Selection } from './selection.ts'
import { type DayRange, isEmptyRange, type WholeDays, wholeDaysOf } from './whole-days.ts'

export interface Page {
  sort: 'asc' | 'desc'
  skip: number
  limit: number
  after: Cursor | null
}

/** Time bounds of a page, and the rows within them to skip. */
export interface PageBounds {
  bounds: SQL | undefined
  skip: number
  /** Where the search stops before the end of the list; null: it does not. */
  end: Date | null
}

/** Rows cheaper to skip than to locate. */
const cheapSkip = 200
/** The same for rows merged from the indexes of several meters. */
const cheapSteps = 2000

/**
 * Locates a page by the rollups of days, so that skipped and filtered rows are not read: a page costs only its own
 * days.
 *
 * @param maxSearched rows that a text search may read
 */
export async function findPageBounds(
  tx: Tx,
  selection: Selection,
  page: Page,
  maxSearched: number,
): Promise<PageBounds> {
  const searches = selection.search !== null
  const skips = page.skip > cheapSkip && page.after === null && !searches
  const { meterIds, onlyPictures } = selection
  const isNear = meterIds === null || meterIds.length === 1 || meterIds.length * page.limit <= cheapSteps
  const everything: PageBounds = { bounds: undefined, skip: page.skip, end: null }
  // They are few, and days are not known to have any.
  if (selection.waitingFor !== null) return everything
  if (!searches && !skips && isNear && !onlyPictures) return everything

  const whole = await wholeDaysOf(tx, selection)
  if (isEmptyRange(whole)) return everything
  const scan: DayScan = { tx, selection, sort: page.sort, whole, days: whole, after: page.after }
  const start = skips ? await skipDays(scan, page.skip) : { bounds: undefined, skip: page.skip, days: whole }
  if (start.days === null) return { ...start, end: null }
  const wanted = searches ? maxSearched : start.skip + page.limit
  const last = await findDay({ ...scan, days: start.days }, wanted)
  if (last === null) {
    const rest = searches ? undefined : await farthestDay({ ...scan, days: start.days })
    return { bounds: and(start.bounds, rest), skip: start.skip, end: null }
  }
  const edge = page.sort === 'desc' ? last.start : last.stop
  return {
    bounds: and(start.bounds, upTo(scan, edge, searches ? 0 : maxClockChange)),
    skip: start.skip,
    end: searches ? edge : null,
  }
}

/** Days of a selection in list order. */
interface DayScan {
  tx: Tx
  selection: Selection
  sort: Page['sort']
  whole: WholeDays
  days: DayRange
  after: Cursor | null
}

interface ScannedDay {
  day: string
  /** Rows of the days before. */
  passed: number
  /** First instant of the day and of the next; a change of clocks at midnight is ignored. */
  start: Date
  stop: Date
}

/** Milliseconds, more than any change of clocks. */
const maxClockChange = 3 * 3_600_000

/** The day by whose end so many rows are reached; null: there are fewer. */
async function findDay(scan: DayScan, rows: number): Promise<ScannedDay | null> {
  const { tx, selection, sort, days, after } = scan
  const zone = sql`${selection.timeZone}::text`
  const direction = sql.raw(sort)
  const column = rollupColumn(selection, readingDays)
  const notYet =
    after === null
      ? undefined
      : sql`${readingDays.day} ${sql.raw(sort === 'desc' ? '<' : '>')}
          (${after.at.toISOString()}::timestamptz at time zone ${zone})::date`
  const found = await tx.execute<Record<'passed' | 'start' | 'stop', number> & { day: string }>(sql`
    select day::text, (upto - n)::float8 as passed,
      extract(epoch from day::timestamp at time zone ${zone})::float8 * 1000 as start,
      extract(epoch from (day + 1)::timestamp at time zone ${zone})::float8 * 1000 as stop
    from (
      select ${readingDays.day} as day, sum(${column}) as n, sum(sum(${column})) over (order by ${readingDays.day} ${direction}) as upto
      from ${readingDays} where ${and(inRollup(selection, readingDays, readingDays.day, days), notYet)}
      group by ${readingDays.day}
    ) as days where upto >= ${rows} order by day ${direction} limit 1`)
  const row = found.rows[0]
  return row === undefined ? null : { ...row, start: new Date(row.start), stop: new Date(row.stop) }
}

/** Bound at the last day with a row; undefined where the interval ends within a day. */
async function farthestDay({ tx, selection, sort, days, whole }: DayScan): Promise<SQL | undefined> {
  const { head, tail } = partialDays(selection, whole)
  if (head !== undefined || tail !== undefined) return undefined
  const zone = sql`${selection.timeZone}::text`
  const day = sort === 'desc' ? sql`min(${readingDays.day})` : sql`max(${readingDays.day}) + 1`
  const found = await tx.execute<{ at: number | null }>(sql`
    select extract(epoch from (${day})::timestamp at time zone ${zone})::float8 * 1000 as at from ${readingDays}
    where ${inRollup(selection, readingDays, readingDays.day, days)} and ${rollupColumn(selection, readingDays)} > 0`)
  const at = found.rows[0]?.at ?? null
  if (at === null) return sql`false`
  return sort === 'desc' ? isFrom(at - maxClockChange) : isBefore(at + maxClockChange)
}

/** Skips whole days; `days` is null where only a partial day is left. */
async function skipDays(scan: DayScan, skip: number) {
  const { tx, selection, sort, whole } = scan
  const descending = sort === 'desc'
  const ends = partialDays(selection, whole)
  const near = descending ? ends.tail : ends.head
  const far = descending ? ends.head : ends.tail
  const left = skip - (near === undefined ? 0 : await countRows(tx, selection, near))
  if (left < 0) return { bounds: undefined, skip, days: whole }
  const first = await findDay(scan, left + 1)
  if (first === null) {
    const all = await countDays(scan)
    return { bounds: far ?? sql`false`, skip: left - all, days: null }
  }
  const day = sql`(${readings.createdAt} at time zone ${selection.timeZone}::text)::date`
  return {
    bounds: descending
      ? and(sql`${day} <= ${first.day}::date`, isBefore(first.stop.getTime() + maxClockChange))
      : and(sql`${day} >= ${first.day}::date`, isFrom(first.start.getTime() - maxClockChange)),
    skip: left - first.passed,
    days: descending ? { first: whole.first, last: first.day } : { first: first.day, last: whole.last },
  }
}

async function countRows(tx: Tx, selection: Selection, rows: SQL): Promise<number> {
  const found = await tx.execute<{ n: number }>(
    sql`select count(*)::float8 as n from ${readings} where ${and(matchesRollup(selection), rows)}`,
  )
  return found.rows[0]?.n ?? 0
}

async function countDays({ tx, selection, whole }: DayScan): Promise<number> {
  const found = await tx.execute<{ n: number }>(
    sql`select coalesce(sum(${rollupColumn(selection, readingDays)}), 0)::float8 as n from ${readingDays}
      where ${inRollup(selection, readingDays, readingDays.day, whole)}`,
  )
  return found.rows[0]?.n ?? 0
}

const upTo = ({ sort }: DayScan, edge: Date, slack: number) =>
  sort === 'desc' ? isFrom(edge.getTime() - slack) : isBefore(edge.getTime() + slack)

const isFrom = (at: number) => sql`${readings.createdAt} >= ${new Date(at).toISOString()}::timestamptz`
const isBefore = (at: number) => sql`${readings.createdAt} < ${new Date(at).toISOString()}::timestamptz`

/** Rows that one answer searches for a text: some tenths of a second. */
export const maxSearchedRows = 200_000

/** The part of a selection that one answer searches, and whether there is more. */
export async function limitSearch(
  tx: Tx,
  selection: Selection,
  sort: Page['sort'],
  maxSearched: number,
): Promise<{ part: Selection; isPartial: boolean }> {
  if (selection.search === null) return { part: selection, isPartial: false }
  const { end } = await findPageBounds(tx, selection, { sort, skip: 0, limit: 1, after: null }, maxSearched)
  if (end === null) return { part: selection, isPartial: false }
  const { from, before } = selection.interval
  return {
    part: { ...selection, interval: sort === 'desc' ? { from: end, before } : { from, before: end } },
    isPartial: true,
  }
}
