import { queryOptions } from '@tanstack/react-query'
import { type StatisticsRow, statisticsEndpoints } from '../../../contract/usage/statistics.ts'
import type { UsageMark } from '../../../contract/usage/usage.ts'
import { type CalendarPeriod, type UsageRow, usageEndpoints } from '../../../contract/usage/usages.ts'
import { call } from '../session/api.ts'

/** The usage of a meter in a period, as tables show it. */
export interface PeriodUsage {
  meterId: number
  /** When the period begins, in the organization’s zone. */
  from: string
  /** When it ends, milliseconds since 1970. */
  to: number
  /** Null: unknown. */
  usage: number | null
  mark: UsageMark
  isCorrected: boolean
  /** Where the usage is unknown, that until the last index in the period. */
  soFar: { usage: number; mark: UsageMark; until: number } | null
}

/** Local days, both inclusive. */
export interface Days {
  from: string
  to: string
}

/** Meters of one call: with 50 rows each, as for two days by the hour, an answer still holds them. */
const metersAtOnce = 400

/** So few rows that the device keeps a copy of them. */
const keptMeters = 100
const keptFor = 48 * 60 * 60_000

const usageKeys = {
  list: (period: CalendarPeriod, spans: readonly Days[], meterIds: readonly number[]) =>
    ['usages', 'list', period, spans, meterIds] as const,
  statistics: (period: CalendarPeriod, days: Days, meterIds: readonly number[]) =>
    ['usages', 'statistics', period, days, meterIds] as const,
  proof: (meterId: number, period: CalendarPeriod, day: string) =>
    ['usages', 'proof', meterId, period, day] as const,
}

const partsOf = (meterIds: readonly number[]) =>
  Array.from({ length: Math.ceil(meterIds.length / metersAtOnce) }, (_, part) =>
    meterIds.slice(part * metersAtOnce, (part + 1) * metersAtOnce),
  )

/** How long a table of so many meters is kept, and that it is asked for again only when somebody asks. */
const keeping = (meterIds: readonly number[]) => {
  const time = meterIds.length <= keptMeters ? keptFor : 0
  return {
    staleTime: 0,
    refetchOnWindowFocus: false,
    gcTime: Math.max(time, 5 * 60_000),
    meta: { keptFor: time },
  }
}

/** The usages of meters in the periods of some days. Nothing is computed again until somebody asks for it. */
export const usagesQuery = (period: CalendarPeriod, spans: readonly Days[], meterIds: readonly number[]) =>
  queryOptions({
    queryKey: usageKeys.list(period, spans, meterIds),
    queryFn: async ({ signal }) => {
      const queries = spans.flatMap((days) =>
        partsOf(meterIds).map((ids) => ({
          ...days,
          meter_ids: ids,
          period,
          so_far: true,
          boundaries: false,
        })),
      )
      const answers = await Promise.all(
        queries.map((query) => call(usageEndpoints.usages, { query, signal })),
      )
      return answers.flatMap(({ data }) => data.map(toPeriodUsage))
    },
    ...keeping(meterIds),
  })

/** The statistics of meters that do not count up, in the periods of some days. */
export const statisticsQuery = (period: CalendarPeriod, days: Days, meterIds: readonly number[]) =>
  queryOptions({
    queryKey: usageKeys.statistics(period, days, meterIds),
    queryFn: async ({ signal }): Promise<StatisticsRow[]> => {
      const answers = await Promise.all(
        partsOf(meterIds).map((ids) =>
          call(statisticsEndpoints.readingStatistics, {
            query: { ...days, meter_ids: ids, period },
            signal,
          }),
        ),
      )
      return answers.flatMap(({ data }) => data)
    },
    ...keeping(meterIds),
  })

export const toPeriodUsage = (row: UsageRow): PeriodUsage => ({
  meterId: row.meter_id,
  from: row.from,
  to: Date.parse(row.to),
  usage: row.usage,
  mark: row.mark,
  isCorrected: row.is_corrected,
  soFar: row.so_far
    ? { usage: row.so_far.usage, mark: row.so_far.mark, until: Date.parse(row.so_far.end.at) }
    : null,
})

/** What the usages of a meter on a day, or in the month of a day, follow from. */
export const usageProofQuery = (meterId: number, period: CalendarPeriod, day: string) =>
  queryOptions({
    queryKey: usageKeys.proof(meterId, period, day),
    queryFn: async ({ signal }) => {
      const query = { meter_ids: [meterId], period, from: day, to: day, so_far: true, segments: true }
      return (await call(usageEndpoints.usages, { query, signal })).data
    },
    staleTime: 0,
  })
