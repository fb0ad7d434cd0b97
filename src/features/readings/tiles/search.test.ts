// Covers docs/requirements.md: 47, 54, 55, 56, 279

import { beforeEach, expect, test } from 'vitest'
import { filtersOf, loadFilters, requestedIds, saveFilters, searchOf, tileSearch } from './search.ts'

function memory(): Storage {
  const held = new Map<string, string>()
  return {
    get length() {
      return held.size
    },
    clear: () => held.clear(),
    getItem: (key) => held.get(key) ?? null,
    key: (index) => [...held.keys()][index] ?? null,
    removeItem: (key) => void held.delete(key),
    setItem: (key, value) => void held.set(key, value),
  }
}

let storage: Storage
beforeEach(() => {
  storage = memory()
})

test('without a remembered choice the period is a day and nothing is filtered', () => {
  expect(loadFilters('inspection', storage)).toEqual({
    choice: { period: 'day' },
    meters: [],
    inspections: [],
  })
})

test('a choice is the same on the next visit', () => {
  const chosen = {
    choice: { period: 'range' as const, from: '2026-11-01-00-00', to: '2026-11-02-12-30' },
    meters: [3, 5],
    inspections: [2],
  }
  saveFilters('inspection', chosen, storage)
  expect(storage.getItem('inspectionSelectDate')).toBe(JSON.stringify(chosen.choice))
  expect(loadFilters('inspection', storage)).toEqual(chosen)
})

test('abnormal readings have a choice of their own', () => {
  const chosen = { choice: { period: 'month' as const }, meters: [3], inspections: [] }
  saveFilters('abnormal', chosen, storage)
  expect(storage.getItem('errorInspectionSelectDate')).toBe('{"period":"month"}')
  expect(loadFilters('abnormal', storage)).toEqual(chosen)
  expect(loadFilters('inspection', storage).choice).toEqual({ period: 'day' })
})

test('a remembered choice that cannot be understood counts as none', () => {
  storage.setItem('inspectionSelectDate', '{"period":"century"}')
  storage.setItem('inspectionSelectFilters', 'meters: 3')
  expect(loadFilters('inspection', storage)).toEqual({
    choice: { period: 'day' },
    meters: [],
    inspections: [],
  })
})

test('other filters lead to page 1 with 50 a page', () => {
  const third = tileSearch.parse({ period: 'week', page: 3, limit: 300 })
  expect(searchOf({ ...filtersOf(third), meters: [7] })).toEqual({ period: 'week', meters: [7] })
})

test('an end of a range does not outlive the range', () => {
  const range = tileSearch.parse({ period: 'range', from: '2026-11-01-00-00', to: '2026-11-02-00-00' })
  const { choice, ...rest } = filtersOf(range)
  expect(searchOf({ ...rest, choice: { ...choice, period: 'day' } })).toEqual({ period: 'day' })
})

test('an address that was mistyped still opens, without what it got wrong', () => {
  expect(tileSearch.parse({ period: 'decade', meters: 'x', page: -4, limit: 77, value: 12 })).toEqual({
    value: 12,
  })
})

test('who chose every meter asks for all of them by naming none', () => {
  const all = [{ id: 1 }, { id: 2 }]
  expect(requestedIds([2, 1], all)).toEqual([])
  expect(requestedIds([2], all)).toEqual([2])
  expect(requestedIds([2], undefined)).toEqual([2])
})

test('an address that names more meters than can be asked for at once keeps the first thousand', () => {
  const meters = Array.from({ length: 1200 }, (_, index) => index + 1)
  expect(filtersOf(tileSearch.parse({ meters })).meters).toHaveLength(1000)
})
