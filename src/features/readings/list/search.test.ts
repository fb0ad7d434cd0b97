// Covers docs/requirements.md: 19, 54, 85, 102, 613

import { expect, test } from 'vitest'
import type { Meter } from '../../../../contract/meters.ts'
import {
  dataSearch,
  filterMeters,
  filtersOf,
  formatDaySpan,
  hasFilters,
  loadFilters,
  noFilters,
  saveFilters,
  searchOf,
  spanOf,
} from './search.ts'

const storage = (): Storage => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  } as unknown as Storage
}

test('what an address cannot mean is left out', () => {
  expect(
    dataSearch.parse({
      meters: 'all',
      from: '11/1',
      waiting: 'me',
      tab: 'pie',
      limit: 7,
      page: 1,
      text: '  ',
    }),
  ).toEqual({})
})

test('a link to one meter chooses that meter', () => {
  expect(filtersOf(dataSearch.parse({ meter: 5 })).meters).toEqual([5])
  expect(filtersOf(dataSearch.parse({ meter: 5, meters: [1, 2] })).meters).toEqual([1, 2])
})

test('criteria come back from the address and from the last visit', () => {
  const filters = { ...noFilters, meters: [3], units: [1, 2], from: '2026-11-01' }
  expect(filtersOf(dataSearch.parse(searchOf(filters)))).toEqual(filters)
  const kept = storage()
  saveFilters(filters, kept)
  expect(loadFilters(kept)).toEqual(filters)
})

test('what waits is chosen by the address, in the list, and for this visit only', () => {
  const filters = { ...noFilters, waiting: 'time' as const }
  expect(searchOf(filters)).toEqual({ waiting: 'time', tab: 'list' })
  expect(hasFilters(filters)).toBe(true)
  expect(filtersOf(dataSearch.parse(searchOf(filters)))).toEqual(filters)
  const kept = storage()
  saveFilters(filters, kept)
  expect(loadFilters(kept)).toEqual(noFilters)
})

test('nothing remembered, or nothing that can be understood, chooses nothing', () => {
  const kept = storage()
  expect(loadFilters(kept)).toEqual(noFilters)
  kept.setItem('dataSearch', '{"meters":"all"}')
  expect(loadFilters(kept)).toEqual(noFilters)
  expect(hasFilters(noFilters)).toBe(false)
  expect(hasFilters({ ...noFilters, to: '2026-11-20' })).toBe(true)
})

test('days picked the wrong way round are turned', () => {
  expect(spanOf({ from: '2026-11-20', to: '2026-11-01' })).toEqual({ from: '2026-11-01', to: '2026-11-20' })
  expect(spanOf({ from: undefined, to: '2026-11-01' })).toEqual({ from: null, to: '2026-11-01' })
})

test('a span is said with the year only where it is another one', () => {
  expect(formatDaySpan('2025-12-31', '2026-11-01', '2026-11-20')).toBe('2025/12/31 〜 11/1')
  expect(formatDaySpan(undefined, '2026-11-01', '2026-11-20')).toBe('〜 11/1')
})

test('meters are those that every filter leaves', () => {
  const meter = (id: number, unit: number, group: number | null) =>
    ({ id, meter_unit_id: unit, meter_group_id: group, inspection_id: null }) as Meter
  const meters = [meter(1, 1, 7), meter(2, 1, null), meter(3, 2, 7)]
  const left = (filters: Partial<typeof noFilters>) =>
    filterMeters(meters, { ...noFilters, ...filters }).map(({ id }) => id)
  expect(left({})).toEqual([1, 2, 3])
  expect(left({ groups: [7] })).toEqual([1, 3])
  expect(left({ groups: [7], units: [1] })).toEqual([1])
  expect(left({ inspections: [1] })).toEqual([])
})
