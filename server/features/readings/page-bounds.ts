import { and, type SQL, sql } from 'drizzle-orm'
import type { Cursor } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import { readingDays, readings } from '../../db/schema.ts'
import { type Days, isNone, type WholeDays, wholeDaysOf } from './days.ts'
import { isTallied, type Selection } from './selection.ts'
import { isTally, outside, tallyOf } from './rollups.ts'

/** Which rows of a sorted list are wanted. */
export interface Page {
  sort: 'asc' | 'desc'
  skip: number
  limit: number
  after: Cursor | null
}

/** What is known beforehand of the time of a page’s rows, and how many rows of that time come before it. */
export interface Place {
  bounds: SQL | undefined
  skip: number
  /** Where the search ends though the list does not; null: at the list’s own end. */
  end: Date | null
}

/** So many rows are sooner read and thrown away than looked up. */
const fewRows = 200
/** The same of rows that come off the indexes of several meters. */
const fewSteps = 2000

/**
 * Finds a page by the tallies of days, so that neither what is skipped nor what the filters leave out is read: in a
 * table of many years a page costs the days that it lies on.
 *
 * @param mostSearched Readings that may be looked at for a text.
 */
export async function placeOf(
  tx: Tx,
  selection: Selection,
  page: Page,
  mostSearched: number,
): Promise<Place> {
  const searches = selection.search !== null
  const skips = page.skip > fewRows && page.after === null && !searches
  const { meterIds, onlyPictures } = selection
  const isNear = meterIds === null || meterIds.length === 1 || meterIds.length * page.limit <= fewSteps
  const everything: Place = { bounds: undefined, skip: page.skip, end: null }
  if (!searches && !skips && isNear && !onlyPictures) return everything

  const whole = await wholeDaysOf(tx, selection)
  if (isNone(whole)) return everything
  const run: Run = { tx, selection, sort: page.sort, whole, days: whole, after: page.after }
  const start = skips ? await skipDays(run, page.skip) : { bounds: undefined, skip: page.skip, days: whole }
  if (start.days === null) return { ...start, end: null }
  const wanted = searches ? mostSearched : start.skip + page.limit
  const last = await dayWith({ ...run, days: start.days }, wanted)
  if (last === null) {
    const rest = searches ? undefined : await farthest({ ...run, days: start.days })
    return { bounds: and(start.bounds, rest), skip: start.skip, end: null }
  }
  const edge = page.sort === 'desc' ? last.start : last.stop
  return {
    bounds: and(start.bounds, notBeyond(run, edge, searches ? 0 : clockChange)),
    skip: start.skip,
    end: searches ? edge : null,
  }
}

/** Days of a selection in the order of its list. */
interface Run {
  tx: Tx
  selection: Selection
  sort: Page['sort']
  whole: WholeDays
  days: Days
  after: Cursor | null
}

interface RunDay {
  day: string
  /** Rows of the days before. */
  passed: number
  /** Its first instant and that of the next, give or take a change of clocks at midnight. */
  start: Date
  stop: Date
}

/** Longer than any change of clocks, milliseconds. */
const clockChange = 3 * 3_600_000

/** The day in the order of the list by whose end there are so many rows; null: there are fewer. */
async function dayWith(run: Run, rows: number): Promise<RunDay | null> {
  const { tx, selection, sort, days, after } = run
  const zone = sql`${selection.timeZone}::text`
  const direction = sql.raw(sort)
  const tally = tallyOf(selection, readingDays)
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
      select ${readingDays.day} as day, sum(${tally}) as n, sum(sum(${tally})) over (order by ${readingDays.day} ${direction}) as upto
      from ${readingDays} where ${and(isTally(selection, readingDays, readingDays.day, days), notYet)}
      group by ${readingDays.day}
    ) as days where upto >= ${rows} order by day ${direction} limit 1`)
  const row = found.rows[0]
  return row === undefined ? null : { ...row, start: new Date(row.start), stop: new Date(row.stop) }
}

/** Not beyond the last day of the list that has any row; undefined where its stretch ends in the middle of a day. */
async function farthest({ tx, selection, sort, days, whole }: Run): Promise<SQL | undefined> {
  const { head, tail } = outside(selection, whole)
  if (head !== undefined || tail !== undefined) return undefined
  const zone = sql`${selection.timeZone}::text`
  const day = sort === 'desc' ? sql`min(${readingDays.day})` : sql`max(${readingDays.day}) + 1`
  const found = await tx.execute<{ at: number | null }>(sql`
    select extract(epoch from (${day})::timestamp at time zone ${zone})::float8 * 1000 as at from ${readingDays}
    where ${isTally(selection, readingDays, readingDays.day, days)} and ${tallyOf(selection, readingDays)} > 0`)
  const at = found.rows[0]?.at ?? null
  if (at === null) return sql`false`
  return sort === 'desc' ? isFrom(at - clockChange) : isBefore(at + clockChange)
}

/** Passes over whole days that are skipped; the days that are left are null where only an end of the stretch is. */
async function skipDays(run: Run, skip: number) {
  const { tx, selection, sort, whole } = run
  const descending = sort === 'desc'
  const ends = outside(selection, whole)
  const near = descending ? ends.tail : ends.head
  const far = descending ? ends.head : ends.tail
  const left = skip - (near === undefined ? 0 : await countRows(tx, selection, near))
  if (left < 0) return { bounds: undefined, skip, days: whole }
  const first = await dayWith(run, left + 1)
  if (first === null) {
    const all = await countDays(run)
    return { bounds: far ?? sql`false`, skip: left - all, days: null }
  }
  const day = sql`(${readings.createdAt} at time zone ${selection.timeZone}::text)::date`
  return {
    bounds: descending
      ? and(sql`${day} <= ${first.day}::date`, isBefore(first.stop.getTime() + clockChange))
      : and(sql`${day} >= ${first.day}::date`, isFrom(first.start.getTime() - clockChange)),
    skip: left - first.passed,
    days: descending ? { first: whole.first, last: first.day } : { first: first.day, last: whole.last },
  }
}

async function countRows(tx: Tx, selection: Selection, rows: SQL): Promise<number> {
  const found = await tx.execute<{ n: number }>(
    sql`select count(*)::float8 as n from ${readings} where ${and(isTallied(selection), rows)}`,
  )
  return found.rows[0]?.n ?? 0
}

async function countDays({ tx, selection, whole }: Run): Promise<number> {
  const found = await tx.execute<{ n: number }>(
    sql`select coalesce(sum(${tallyOf(selection, readingDays)}), 0)::float8 as n from ${readingDays}
      where ${isTally(selection, readingDays, readingDays.day, whole)}`,
  )
  return found.rows[0]?.n ?? 0
}

const notBeyond = ({ sort }: Run, edge: Date, slack: number) =>
  sort === 'desc' ? isFrom(edge.getTime() - slack) : isBefore(edge.getTime() + slack)

const isFrom = (at: number) => sql`${readings.createdAt} >= ${new Date(at).toISOString()}::timestamptz`
const isBefore = (at: number) => sql`${readings.createdAt} < ${new Date(at).toISOString()}::timestamptz`
