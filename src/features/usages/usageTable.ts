import type { Meter } from '../../../contract/meters.ts'
import { type Decimal, decimal, plus, zero } from '../../../contract/usage/decimal.ts'
import { percentChange, perDay } from '../../../contract/usage/perDay.ts'
import { type UsageMark, usageMarks } from '../../../contract/usage/usage.ts'
import { usageDecimals } from '../../lib/meters/usageDecimals.ts'
import type { Days, PeriodUsage } from '../../lib/queries/usages.ts'
import { type Comparison, comparedStart, comparisonsOf, localStart } from './periods.ts'
import type { Grouping, View } from './search.ts'

/** What one meter used in one period. */
interface Counted {
  /** Null: unknown. */
  usage: Decimal | null
  mark: UsageMark
  isCorrected: boolean
  /** Where the period is not over, the time until which the usage is known; else null. Milliseconds since 1970. */
  until: number | null
  /** Of the time in which it was used, milliseconds. */
  length: number
}

export interface UsageCell {
  /** Null: unknown, or not begun yet. */
  usage: Decimal | null
  mark: UsageMark
  isCorrected: boolean
  until: number | null
  isFuture: boolean
  /** How many usages of the sum are unknown. */
  unknown: number
  /** Per cent a day; null: not comparable. */
  changes: { previous: number | null; yearly: number | null }
}

/** A meter with the names of what it belongs to. */
export interface UsageMeter {
  id: number
  name: string
  meter: Meter
  code: string | null
  unit: string
  group: string | null
  bearer: string | null
}

/** A line of the table: a meter, or a sum over meters of one unit. */
export interface UsageTableRow extends Omit<UsageMeter, 'meter'> {
  /** Names the line in the URL: `m` and the meter, or `s` and what is added up with the unit. */
  key: string
  /** The meter of a line that is no sum. */
  meter: Meter | null
  /** The id of the group, cost bearer or unit that is added up; null also for meters without any. */
  groupedId: number | null
  /** With which its usages are written; null: as many as they have. */
  decimals: number | null
  /** By the beginnings of the periods. */
  cells: ReadonlyMap<string, UsageCell>
  /** What was used in the periods that those of the cells are compared with. */
  compared: (comparison: Comparison) => ReadonlyMap<string, UsageCell>
  /** Of all periods shown. */
  total: UsageCell
  /** Whether a meter and its parent are in the sum. */
  hasParent: boolean
}

interface Options {
  view: View
  days: Days
  /** Milliseconds since 1970. */
  now: number
}

export interface UsageTable {
  /** When the periods of the columns begin. */
  starts: readonly string[]
  /** The sum of some meters of one unit. */
  sum: (
    meters: readonly UsageMeter[],
    named: Pick<UsageTableRow, 'name' | 'id' | 'groupedId'>,
  ) => UsageTableRow
  row: (meter: UsageMeter) => UsageTableRow
}

const none = { previous: null, yearly: null }

/** Lines up the usages by periods, with what each is compared with. */
export function usageTable(usages: readonly PeriodUsage[], { view, days, now }: Options): UsageTable {
  const byMeter = Map.groupBy(usages, ({ meterId }) => meterId)
  const counted = new Map(
    [...byMeter].map(([id, list]) => [
      id,
      new Map(list.toReversed().map((each) => [localStart(each.from), countedOf(each, now)])),
    ]),
  )
  const first = byMeter.values().next().value ?? []
  const isShown = ({ from }: PeriodUsage) => {
    const day = from.slice(0, days.from.length)
    return day >= days.from && day <= days.to
  }
  const starts = [...new Set(first.filter(isShown).map(({ from }) => from))]
  const future = new Set(starts.filter((from) => Date.parse(from) > now))

  const countedAt = (meters: readonly UsageMeter[], start: string | null) =>
    meters.map(({ id }) => (start === null ? undefined : counted.get(id)?.get(start)))
  const cellOf = (meters: readonly UsageMeter[], from: string): UsageCell => {
    const own = countedAt(meters, localStart(from))
    const [previous, yearly] = comparisonsOf[view].map(({ distance }) =>
      changeOf(own, countedAt(meters, comparedStart(from, distance))),
    )
    return {
      ...addUp(own),
      isFuture: future.has(from),
      changes: { previous: previous ?? null, yearly: yearly ?? null },
    }
  }
  const line = (meters: readonly UsageMeter[]) => {
    const cells = new Map(starts.map((from) => [from, cellOf(meters, from)]))
    const begun = [...cells.values()].filter(({ isFuture }) => !isFuture)
    const unknown = begun.reduce((sum, cell) => sum + cell.unknown, 0)
    return {
      cells,
      total: { ...addUp(begun), unknown, isFuture: false, changes: none },
      compared: ({ distance }: Comparison) =>
        new Map(
          starts.map((from) => {
            const sum = addUp(countedAt(meters, comparedStart(from, distance)))
            return [from, { ...sum, isFuture: false, changes: none }]
          }),
        ),
    }
  }
  return {
    starts,
    row: (each) => ({
      ...each,
      ...line([each]),
      key: `m${each.id}`,
      groupedId: null,
      decimals: usageDecimals(each.meter),
      hasParent: false,
    }),
    sum: (meters, named) => {
      const decimals = meters.map(({ meter }) => usageDecimals(meter))
      const ids = new Set(meters.map((each) => each.id))
      return {
        ...line(meters),
        ...named,
        key: `s${named.groupedId ?? ''}-${meters[0]?.meter.meter_unit_id ?? ''}`,
        meter: null,
        code: null,
        group: null,
        bearer: null,
        unit: meters[0]?.unit ?? '',
        decimals: decimals.reduce((a, b) => (a === null || b === null ? null : Math.max(a, b)), 0),
        hasParent: meters.some(({ meter }) => ids.has(meter.parent_meter_id ?? 0)),
      }
    },
  }
}

export function countedOf({ from, to, usage, mark, isCorrected, soFar }: PeriodUsage, now: number): Counted {
  const start = Date.parse(from)
  if (usage !== null) return { usage: decimal(usage), mark, isCorrected, until: null, length: to - start }
  if (soFar === null || to <= now) {
    return { usage: null, mark: 'unknown', isCorrected, until: null, length: to - start }
  }
  const { until } = soFar
  return { usage: decimal(soFar.usage), mark: soFar.mark, isCorrected, until, length: until - start }
}

type Summand = Pick<Counted, 'usage' | 'mark' | 'isCorrected' | 'until'>

/** A sum is as reliable as its least reliable part; what is unknown is left out of it and counted. */
function addUp(summands: readonly (Summand | undefined)[]) {
  const known = summands.filter((each) => each !== undefined).filter(({ usage }) => usage !== null)
  const marks = new Set(known.map(({ mark }) => mark))
  const untils = known.flatMap(({ until }) => until ?? [])
  return {
    usage: known.length === 0 ? null : known.reduce((sum, { usage }) => plus(sum, usage ?? zero), zero),
    mark:
      known.length === 0 ? ('unknown' as const) : (usageMarks.findLast((mark) => marks.has(mark)) ?? 'exact'),
    isCorrected: known.some((each) => each.isCorrected),
    until: untils.length === 0 ? null : Math.min(...untils),
    unknown: summands.length - known.length,
  }
}

/** Returns the change a day of meters whose usage is known in both periods; null where some are known in one only. */
function changeOf(
  now: readonly (Counted | undefined)[],
  before: readonly (Counted | undefined)[],
): number | null {
  let [usage, other] = [zero, zero]
  let isKnown = false
  for (const [index, each] of now.entries()) {
    const compared = before[index]
    const [mine, its] = [each?.usage ?? null, compared?.usage ?? null]
    if (mine === null && its === null) continue
    if (!each || !compared || mine === null || its === null) return null
    isKnown = true
    usage = plus(usage, perDay(mine, each.length))
    other = plus(other, perDay(its, compared.length))
  }
  return isKnown ? percentChange(usage, other) : null
}

interface Groups {
  /** By what the sums are made. */
  by: Grouping
  table: UsageTable
}

const withoutGroup: Record<Grouping, string> = {
  group: 'グループなし',
  bearer: '負担先なし',
  unit: '単位なし',
}

const groupedFields = { group: 'meter_group_id', bearer: 'cost_bearer_id', unit: 'meter_unit_id' } as const

/** Sums by group, cost bearer or unit; never over different units. */
export function groupedRows(meters: readonly UsageMeter[], { by, table }: Groups): UsageTableRow[] {
  const keyOf = ({ meter, unit }: UsageMeter) => {
    const id = by === 'group' ? meter.meter_group_id : by === 'bearer' ? meter.cost_bearer_id : null
    return `${id ?? ''} ${unit}`
  }
  return [...Map.groupBy(meters, keyOf).values()].map((members, index) => {
    const [member] = members
    const name = by === 'unit' ? member?.unit : member?.[by]
    const groupedId = member?.meter[groupedFields[by]] ?? null
    return table.sum(members, { name: name || withoutGroup[by], id: -index - 1, groupedId })
  })
}

/** 合計 of the meters by unit, for the end of the table. */
export const totalRows = (meters: readonly UsageMeter[], table: UsageTable): UsageTableRow[] =>
  [...Map.groupBy(meters, ({ unit }) => unit).values()].map((members, index) =>
    table.sum(members, {
      name: `合計 ${members[0]?.unit ?? ''}（${members.length.toLocaleString('ja-JP')}件）`,
      id: -index - 1,
      groupedId: null,
    }),
  )
