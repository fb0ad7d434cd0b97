import { type ChangeLimits, comparisonsOf, type FailedCheck, initialChecks } from '../closing/checks.ts'
import { addMonths } from '../closing/closingDates.ts'
import type { Counting, ReplacedAt, Shown } from '../values/consumption.ts'
import { type Decimal, decimal, plus, zero } from './decimal.ts'
import type { Rounding } from './rounding.ts'
import { alwaysCounting, type Entry } from './timeline.ts'
import { type Ledger, ledgerOf, type UsageMark, usageBetween, usageMarks } from './usage.ts'
import type { UsageRow } from './usages.ts'

const day = 86_400_000

/** Days of a month after which its usage a day is compared: all days of the week count by then, and holidays less. */
export const fewestDays = 10

/** A meter that counts up, and its usages by month as the server returned them, with `so_far`. */
export interface KnownMonths {
  counting: Counting
  rounding: Rounding
  /** Of its category. */
  limits: ChangeLimits
  rows: readonly UsageRow[]
  /** Reliable indices that the rows may not have yet, in the order of time. */
  shown: readonly Shown[]
  /** The latest one; null: none. */
  replacement: ReplacedAt | null
}

/** What a meter counted from the beginning of a month until a moment. Milliseconds since 1970. */
export interface MonthCount {
  usage: Decimal
  mark: UsageMark
  isCorrected: boolean
  from: number
  until: number
  /** Whether it is that of the complete month. */
  isWhole: boolean
}

/** A month whose usage a day is implausible with an index. */
export interface UnusualMonth {
  /** `YYYY-MM` */
  month: string
  /** Whether it is the month of the index; otherwise the one before, which the index completes. */
  isCurrent: boolean
  check: FailedCheck['check']
  /** Whether more is counted than before. */
  isMore: boolean
  count: MonthCount
  /** What it is compared with: the month before, or that of the year before. */
  compared: MonthCount
}

const fromOf = ({ from }: UsageRow) => Date.parse(from)
const toOf = ({ to }: UsageRow) => Date.parse(to)

/** Returns the row of the month that contains a moment. */
const rowAt = (rows: readonly UsageRow[], at: number) =>
  rows.find((row) => fromOf(row) <= at && at < toOf(row))
const rowBefore = (rows: readonly UsageRow[], row: UsageRow) =>
  rows.find((each) => toOf(each) === fromOf(row))
/** Returns the local month of a row, `YYYY-MM`. */
export const monthOf = ({ from }: UsageRow): string => from.slice(0, 'YYYY-MM'.length)
const rowOfYearBefore = (rows: readonly UsageRow[], row: UsageRow) =>
  rows.find((each) => monthOf(each) === addMonths(monthOf(row), -12))

/** The indices of the rows and the ones behind them, lined up by the ledger. An estimate has no readings. */
function tailOf({ counting, rounding, rows, shown, replacement }: KnownMonths): Ledger & { last: number } {
  const ofRows = rows.flatMap(({ start, end, so_far: soFar }) =>
    [start, end, soFar?.end].flatMap((index) => {
      if (!index) return []
      const at = Date.parse(index.at)
      return { value: index.value, at, isEstimate: index.reading_ids.length === 0 && at !== replacement?.at }
    }),
  )
  const newest = ofRows.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY)
  const entries = new Map<number, Entry>()
  const ofPhone = shown.filter(({ at }) => at > newest).map((each) => ({ ...each, isEstimate: false }))
  for (const each of [...ofRows, ...ofPhone]) entries.set(each.at, { ...each, readingId: null })
  const sorted = [...entries.values()].sort((a, b) => a.at - b.at)
  const replacements = replacement !== null && replacement.at > newest ? [replacement] : []
  const ledger = ledgerOf({ ...alwaysCounting(counting), entries: sorted, replacements, rounding })
  return { ...ledger, last: sorted.at(-1)?.at ?? Number.NEGATIVE_INFINITY }
}

function countIn(row: UsageRow, tail: ReturnType<typeof tailOf>): MonthCount | null {
  const from = fromOf(row)
  const to = toOf(row)
  const common = { from, isCorrected: row.is_corrected }
  if (row.usage !== null)
    return { ...common, usage: decimal(row.usage), mark: row.mark, until: to, isWhole: true }
  const { so_far: soFar } = row
  const known = soFar
    ? {
        ...common,
        usage: decimal(soFar.usage),
        mark: soFar.mark,
        until: Date.parse(soFar.end.at),
        isWhole: false,
      }
    : null
  const start = known?.until ?? from
  const until = Math.min(tail.last, to)
  if (until <= start) return known
  const more = usageBetween(tail, start, until)
  if (more.usage === null) return known
  const mark = usageMarks.findLast((each) => each === known?.mark || each === more.mark) ?? more.mark
  return { ...common, usage: plus(known?.usage ?? zero, more.usage), mark, until, isWhole: until === to }
}

/** Returns what a meter counted in the month of a moment and in the one before, as far as it is known; null: unknown. */
export function monthsUntil(
  known: KnownMonths,
  at: number,
): { current: MonthCount | null; previous: MonthCount | null } {
  const row = rowAt(known.rows, at)
  const before = row && rowBefore(known.rows, row)
  const tail = tailOf(known)
  return {
    current: row === undefined ? null : countIn(row, tail),
    previous: before === undefined ? null : countIn(before, tail),
  }
}

/**
 * Returns the month that an index makes implausible by the checks of a closing: its own month, from `fewestDays` on, or
 * before that the one that it completes. Null: none, or the month was implausible in the same way before the index.
 */
export function unusualMonth(known: KnownMonths, index: Shown): UnusualMonth | null {
  const row = rowAt(known.rows, index.at)
  const isCurrent = row !== undefined && index.at - fromOf(row) >= fewestDays * day
  const judged = row && (isCurrent ? row : rowBefore(known.rows, row))
  if (judged === undefined) return null
  const found = failureIn({ ...known, shown: [...known.shown, index] }, judged)
  if (found === null || found.count.until !== Math.min(index.at, toOf(judged))) return null
  const before = failureIn(known, judged)
  return before?.isMore === found.isMore ? null : { ...found, month: monthOf(judged), isCurrent }
}

/**
 * Returns what is known of the months but for a reading that is corrected, at `at`. `around`: the reliable indices just
 * before and after it.
 */
export function monthsWithoutReading(
  known: KnownMonths,
  { id, at }: { id: number; at: number },
  around: readonly Shown[],
): KnownMonths {
  const isOfReading = (index: UsageRow['end'] | undefined) => index?.reading_ids.includes(id) === true
  const rows = known.rows.map((row): UsageRow => {
    const { so_far: soFar, segments: _, ...others } = row
    if (toOf(row) <= at && ![row.start, row.end, soFar?.end].some(isOfReading)) return row
    const start = fromOf(row) <= at && !isOfReading(row.start) ? row.start : null
    return { ...others, usage: null, mark: 'unknown', start, end: null }
  })
  return { ...known, rows, shown: around }
}

function failureIn(known: KnownMonths, row: UsageRow): Omit<UnusualMonth, 'month' | 'isCurrent'> | null {
  const { rows, limits } = known
  const tail = tailOf(known)
  const whole = (other: UsageRow | undefined) => {
    const count = other === undefined ? null : countIn(other, tail)
    return count?.isWhole ? count : null
  }
  const count = countIn(row, tail)
  const previous = whole(rowBefore(rows, row))
  const lastYear = whole(rowOfYearBefore(rows, row))
  if (count === null || count.until - count.from < fewestDays * day) return null
  const [failed] = comparisonsOf({
    checks: initialChecks,
    limits,
    current: countedOf(count),
    previous: previous && countedOf(previous),
    lastYear: lastYear && countedOf(lastYear),
  })
  const compared = failed?.check === 'last_year' ? lastYear : previous
  return failed === undefined || compared === null
    ? null
    : { check: failed.check, isMore: (failed.percent ?? 1) > 0, count, compared }
}

const countedOf = ({ usage, from, until }: MonthCount) => ({ usage, length: until - from })
