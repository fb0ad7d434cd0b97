import * as z from 'zod/mini'
import { id } from '../../../../contract/calls/wire.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { type WaitingReason, waitingReasons } from '../../../../contract/readings.ts'
import type { Span } from '../../../../contract/time/spans.ts'
import { rangeText } from '../../../../text/rangeText.ts'
import { anId, optionalIds, optionalText } from '../../../lib/searchParams.ts'
import { pageFields } from '../../../ui/table/listSearch.ts'

const dayText = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const aDay = z.catch(z.optional(dayText), undefined)

/** Search params of the data page. Invalid values are dropped. */
export const dataSearch = z.object({
  /** One meter, from links elsewhere. */
  meter: anId,
  meters: optionalIds,
  inspections: optionalIds,
  groups: optionalIds,
  units: optionalIds,
  from: aDay,
  to: aDay,
  /** Of the list only. */
  waiting: z.catch(z.optional(z.enum(waitingReasons)), undefined),
  tab: z.catch(z.optional(z.literal('list')), undefined),
  text: optionalText,
  order: z.catch(z.optional(z.literal('asc')), undefined),
  ...pageFields,
  value: anId,
})
export type DataSearch = z.output<typeof dataSearch>

export const filterKeys = ['meters', 'inspections', 'groups', 'units'] as const
export type FilterKey = (typeof filterKeys)[number]

export const filterLabels: Record<FilterKey, string> = {
  meters: 'メーター',
  inspections: '点検グループ',
  groups: 'メーターグループ',
  units: '単位',
}

export const waitingLabels: Record<WaitingReason, string> = {
  time: '時刻不明',
  settings: '設定待ち・入力待ち',
}

/** Days are `YYYY-MM-DD` in the organization's zone. */
export interface DataFilters extends Record<FilterKey, number[]> {
  from: string | undefined
  to: string | undefined
  waiting: WaitingReason | undefined
}

export const noFilters: DataFilters = {
  meters: [],
  inspections: [],
  groups: [],
  units: [],
  from: undefined,
  to: undefined,
  waiting: undefined,
}

export const filtersOf = (search: DataSearch): DataFilters => ({
  meters: search.meters ?? (search.meter === undefined ? [] : [search.meter]),
  inspections: search.inspections ?? [],
  groups: search.groups ?? [],
  units: search.units ?? [],
  from: search.from,
  to: search.to,
  waiting: search.waiting,
})

/** Search params of these filters, on page 1. What waits is listed, because a graph cannot show it. */
export const searchOf = (filters: DataFilters): DataSearch => ({
  ...Object.fromEntries(
    filterKeys.flatMap((name) => (filters[name].length > 0 ? [[name, filters[name]]] : [])),
  ),
  ...(filters.from !== undefined && { from: filters.from }),
  ...(filters.to !== undefined && { to: filters.to }),
  ...(filters.waiting !== undefined && { waiting: filters.waiting, tab: 'list' as const }),
})

export const hasFilters = (filters: DataFilters): boolean => Object.keys(searchOf(filters)).length > 0

/** Both days inclusive, swapped if reversed. */
export function spanOf({ from, to }: Pick<DataFilters, 'from' | 'to'>): Span {
  if (from !== undefined && to !== undefined && from > to) return { from: to, to: from }
  return { from: from ?? null, to: to ?? null }
}

/** Filtered, in the order of the list. */
export const filterMeters = (meters: readonly Meter[], filters: DataFilters): Meter[] => {
  const among = (ids: readonly number[], of: number | null) =>
    ids.length === 0 || (of !== null && ids.includes(of))
  return meters.filter(
    (meter) =>
      among(filters.meters, meter.id) &&
      among(filters.inspections, meter.inspection_id) &&
      among(filters.groups, meter.meter_group_id) &&
      among(filters.units, meter.meter_unit_id),
  )
}

/** 11/1 〜 11/20, with the year if not the current one. */
export function formatDaySpan(from: string | undefined, to: string | undefined, today: string): string {
  if (from !== undefined && to !== undefined && from > to) return formatDaySpan(to, from, today)
  const words = (day: string | undefined) => {
    if (day === undefined) return ''
    const [year, ...monthAndDay] = day.split('-').map(Number)
    return (day.startsWith(today.slice(0, 4)) ? monthAndDay : [year, ...monthAndDay]).join('/')
  }
  return rangeText(words(from), words(to))
}

const key = 'dataSearch'

const remembered = z.object({
  meters: z.array(id),
  inspections: z.array(id),
  groups: z.array(id),
  units: z.array(id),
  from: z.optional(dayText),
  to: z.optional(dayText),
})

export const saveFilters = (filters: DataFilters, storage: Storage): void =>
  storage.setItem(key, JSON.stringify(filters))

/** The stored filters; empty if missing or invalid. */
export function loadFilters(storage: Storage): DataFilters {
  try {
    return { ...noFilters, ...remembered.parse(JSON.parse(storage.getItem(key) ?? '')) }
  } catch {
    return noFilters
  }
}
