import type { Meter } from '../../../../contract/meters.ts'
import type { StatisticsRow } from '../../../../contract/usage/statistics.ts'
import type { UsageMeter } from '../usageTable.ts'

export interface Extreme {
  value: number
  /** When it was measured, ISO 8601. */
  at: string
  readingId: number
  meter: Meter
  isUnsure: boolean
  isCorrected: boolean
}

/** Between which values a meter, or the meters of a group, were in a period. */
export interface GaugeCell {
  isFuture: boolean
  /** The period is not over. */
  isSoFar: boolean
  /** Values that were measured. */
  count: number
  /** Null: nothing was measured. */
  maximum: Extreme | null
  minimum: Extreme | null
  /** Null also for several meters. */
  mean: number | null
}

/** A line of the table: a meter, or the meters of a group that have one unit. */
export interface GaugeRow extends Omit<UsageMeter, 'meter'> {
  /** Names the line in the URL. */
  key: string
  /** Null: a group. */
  meter: Meter | null
  /** The id of the group; null also for meters without any. */
  groupedId: number | null
  /** With which its values are written; null: as many as they have. */
  decimals: number | null
  /** By the beginnings of the periods. */
  cells: ReadonlyMap<string, GaugeCell>
}

export interface GaugeTable {
  /** When the periods of the columns begin. */
  starts: readonly string[]
  row: (meter: UsageMeter) => GaugeRow
  /** The highest and lowest values of each group by unit. A mean over places is not what anybody measured. */
  groups: (meters: readonly UsageMeter[]) => GaugeRow[]
}

/** Lines up the statistics by periods. `now` in milliseconds since 1970. */
export function gaugeTable(rows: readonly StatisticsRow[], now: number): GaugeTable {
  const byMeter = Map.groupBy(rows, ({ meter_id: id }) => id)
  const first = byMeter.values().next().value ?? []
  const starts = first.map(({ from }) => from)
  const future = new Set(starts.filter((from) => Date.parse(from) > now))
  const open = new Set(first.filter(({ to }) => Date.parse(to) > now).map(({ from }) => from))
  const cellsOf = ({ id, meter }: UsageMeter) =>
    new Map(
      (byMeter.get(id) ?? []).map((row) => [
        row.from,
        {
          isFuture: future.has(row.from),
          isSoFar: row.count > 0 && open.has(row.from),
          count: row.count,
          maximum: extremeOf(row.maximum, meter),
          minimum: extremeOf(row.minimum, meter),
          mean: row.mean,
        },
      ]),
    )
  return {
    starts,
    row: (each) => ({
      ...each,
      key: `m${each.id}`,
      groupedId: null,
      decimals: each.meter.decimal_point,
      cells: cellsOf(each),
    }),
    groups: (meters) =>
      [...Map.groupBy(meters, ({ meter, unit }) => `${meter.meter_group_id ?? ''} ${unit}`).values()].map(
        (members, index) => {
          const [member] = members
          const groupedId = member?.meter.meter_group_id ?? null
          const decimals = members.map(({ meter }) => meter.decimal_point)
          const cells = members.map(cellsOf)
          return {
            id: -index - 1,
            key: `s${groupedId ?? ''}-${member?.meter.meter_unit_id ?? ''}`,
            name: member?.group ?? 'グループなし',
            code: null,
            unit: member?.unit ?? '',
            group: null,
            bearer: null,
            meter: null,
            groupedId,
            decimals: decimals.reduce((a, b) => (a === null || b === null ? null : Math.max(a, b)), 0),
            cells: new Map(
              starts.map((from) => [from, mergeCells(cells.flatMap((each) => each.get(from) ?? []))]),
            ),
          }
        },
      ),
  }
}

const extremeOf = (extreme: StatisticsRow['maximum'], meter: Meter): Extreme | null =>
  extreme && {
    value: extreme.value,
    at: extreme.at,
    readingId: extreme.reading_id,
    meter,
    isUnsure: extreme.is_unsure,
    isCorrected: extreme.is_corrected,
  }

function mergeCells(cells: readonly GaugeCell[]): GaugeCell {
  const extremes = (key: 'maximum' | 'minimum') =>
    cells.flatMap((cell) => cell[key] ?? []).toSorted((a, b) => a.value - b.value)
  return {
    isFuture: cells.every(({ isFuture }) => isFuture),
    isSoFar: cells.some(({ isSoFar }) => isSoFar),
    count: cells.reduce((sum, { count }) => sum + count, 0),
    maximum: extremes('maximum').at(-1) ?? null,
    minimum: extremes('minimum')[0] ?? null,
    mean: null,
  }
}
