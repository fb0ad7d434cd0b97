import { expect, test } from 'vitest'
import { alertSearch, filtersOf, loadTab, saveTab, sortOf } from './search.ts'

test('an address that means nothing shows what occurs now, newest first', () => {
  const search = alertSearch.parse({ tab: 'x', units: [], sort: 1, page: 1, limit: 7, alert: 'x' })
  expect(filtersOf(search)).toEqual({ state: 'occurring', unitIds: [], sort: 'created_at', order: 'desc' })
})

test('confirmed alerts are sorted by when they were confirmed, the others by when they began', () => {
  expect(sortOf({ tab: 'past' })).toBe('created')
  expect(filtersOf({ tab: 'confirmed' }).sort).toBe('confirm_at')
  expect(filtersOf({ tab: 'confirmed', sort: 'created' }).sort).toBe('created_at')
  expect(filtersOf({ tab: 'past', sort: 'changed', order: 'asc', units: [2] })).toEqual({
    state: 'past',
    unitIds: [2],
    sort: 'updated_at',
    order: 'asc',
  })
})

test('the last tab comes back; 発生中 where none is remembered or none that exists', () => {
  const held = new Map<string, string>()
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
  } as unknown as Storage
  expect(loadTab(storage)).toBe('occurring')
  saveTab('past', storage)
  expect(loadTab(storage)).toBe('past')
  held.set('alertsTab', 'weather')
  expect(loadTab(storage)).toBe('occurring')
})
