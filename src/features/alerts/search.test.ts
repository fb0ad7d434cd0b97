// Covers docs/requirements.md: 132, 133, 568, 700, 1049

import { expect, test } from 'vitest'
import { saveTab } from '../../lib/dayTab.ts'
import {
  type AlertSearch,
  alertSearch,
  alertTabKey,
  filtersOf,
  firstTab,
  isFiltered,
  saveSeen,
  searchOfTab,
  sortOf,
  viewsOf,
} from './search.ts'

const unfiltered = {
  meterIds: [],
  unitIds: [],
  groupIds: [],
  began: { from: null, to: null },
  confirmedBy: undefined,
}

test('an address that means nothing shows what occurs now, newest first', () => {
  const search = alertSearch.parse({ tab: 'x', units: [], sort: 1, page: 1, limit: 7, alert: 'x' })
  expect(filtersOf(search)).toEqual({ ...unfiltered, state: 'occurring', sort: 'created_at', order: 'desc' })
  expect(isFiltered(search)).toBe(false)
})

test('the address names the filter by who confirmed an alert as the API does', () => {
  const search = alertSearch.parse({ tab: 'confirmed', confirmedBy: '佐藤' })
  expect(filtersOf(search).confirmedBy).toBe('佐藤')
  expect(isFiltered(search)).toBe(true)
})

test.each([
  ['me', 'me'],
  ['none', 'none'],
  [7, 7],
  ['x', undefined],
  [-1, undefined],
] as const)('the address selects who works on an alert: %s', (given, assignee) => {
  const search = alertSearch.parse({ assignee: given })
  expect(filtersOf(search).assignee).toBe(assignee)
  expect(isFiltered(search)).toBe(assignee !== undefined)
})

test.each([
  ['2026-11-30', '2026-11-30'],
  ['2026-12-06', '2026-11-30'],
  ['2027-01-02', '2026-12-28'],
])('a view is chosen and left by one press, and leaves the others: %s', (today, monday) => {
  const views = (search: AlertSearch) =>
    Object.fromEntries(viewsOf(search, today).map(({ label, ...view }) => [label, view]))
  const of = (more: AlertSearch): AlertSearch => ({ tab: 'past', groups: [3], ...more })
  const first = views(of({}))
  expect(first).toEqual({
    自分の担当: { isChosen: false, next: of({ assignee: 'me' }) },
    未割当: { isChosen: false, next: of({ assignee: 'none' }) },
    今週: { isChosen: false, next: of({ from: monday }) },
  })
  const both = of({ assignee: 'none', from: monday })
  expect(views(both)).toEqual({
    自分の担当: { isChosen: false, next: of({ assignee: 'me', from: monday }) },
    未割当: { isChosen: true, next: of({ from: monday }) },
    今週: { isChosen: true, next: of({ assignee: 'none' }) },
  })
  expect(views(of({ from: monday, to: today }))['今週']?.isChosen).toBe(false)
})

test('confirmed alerts are sorted by when they were confirmed, the others by when they began', () => {
  expect(sortOf({ tab: 'past' })).toBe('created')
  expect(filtersOf({ tab: 'confirmed' }).sort).toBe('confirm_at')
  expect(filtersOf({ tab: 'confirmed', sort: 'created' }).sort).toBe('created_at')
  expect(filtersOf({ tab: 'past', sort: 'changed', order: 'asc', units: [2] })).toEqual({
    ...unfiltered,
    state: 'past',
    unitIds: [2],
    sort: 'updated_at',
    order: 'asc',
  })
})

test('another tab keeps the filters that it has as well', () => {
  const search = alertSearch.parse({
    tab: 'confirmed',
    groups: [3],
    from: '2026-11-01',
    assignee: 'none',
    confirmedBy: '佐藤',
    sort: 'changed',
    page: 2,
    value: 7,
  })
  expect(searchOfTab(search, 'past')).toEqual({
    tab: 'past',
    groups: [3],
    from: '2026-11-01',
    assignee: 'none',
  })
})

test('the screen opens on the last tab of the day, and on 発生中 while something is not seen or not known', () => {
  const held = new Map<string, string>()
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  }
  const first = (newest: number | undefined, day = '2026-11-28', troubles: string[] = []) =>
    firstTab(newest === undefined ? undefined : { newest, troubles }, day, storage)
  saveTab(alertTabKey, 'past', '2026-11-28', storage)
  expect(first(0)).toBe('past')
  expect(first(7)).toBe('occurring')
  expect(first(undefined)).toBe('occurring')
  saveSeen({ newest: 7, troubles: ['device 3 3', 'round 5 null'] }, storage)
  expect(first(7)).toBe('past')
  expect(first(8)).toBe('occurring')
  expect(first(7, '2026-11-28', ['round 5 null'])).toBe('past')
  expect(first(7, '2026-11-28', ['device 4 3'])).toBe('occurring')
  expect(first(7, '2026-11-29')).toBe('occurring')
})
