import { beforeEach, expect, test } from 'vitest'
import { filtersOf, inspectionSearch, recallFilters, rememberFilters, searchOf } from './search.ts'

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
  expect(recallFilters(storage)).toEqual({ choice: { period: 'day' }, meters: [], inspections: [] })
})

test('a choice is the same on the next visit', () => {
  const chosen = {
    choice: { period: 'range' as const, from: '2026-11-01-00-00', to: '2026-11-02-12-30' },
    meters: [3, 5],
    inspections: [2],
  }
  rememberFilters(chosen, storage)
  expect(recallFilters(storage)).toEqual(chosen)
})

test('a remembered choice that cannot be understood counts as none', () => {
  storage.setItem('inspectionSelectDate', '{"period":"century"}')
  storage.setItem('inspectionSelectFilters', 'meters: 3')
  expect(recallFilters(storage)).toEqual({ choice: { period: 'day' }, meters: [], inspections: [] })
})

test('other filters lead to page 1 with 50 a page', () => {
  const third = inspectionSearch.parse({ period: 'week', page: 3, limit: 300 })
  expect(searchOf({ ...filtersOf(third), meters: [7] })).toEqual({ period: 'week', meters: [7] })
})

test('an end of a range does not outlive the range', () => {
  const range = inspectionSearch.parse({ period: 'range', from: '2026-11-01-00-00', to: '2026-11-02-00-00' })
  const { choice, ...rest } = filtersOf(range)
  expect(searchOf({ ...rest, choice: { ...choice, period: 'day' } })).toEqual({ period: 'day' })
})

test('an address that was mistyped still opens, without what it got wrong', () => {
  expect(inspectionSearch.parse({ period: 'decade', meters: 'x', page: -4, limit: 77, value: 12 })).toEqual({
    value: 12,
  })
})
