// Covers docs/requirements.md: 99, 100, 128, 130, 621

import { expect, test } from 'vitest'
import type { Column, ListParams } from './column.ts'
import { filterAndSortRows, localList } from './localList.ts'

interface Row {
  id: number
  name: string
  device: string | null
  unit: number
  group: number | null
  at: string
}

const row = (id: number, name: string, over: Partial<Row> = {}): Row => ({
  id,
  name,
  device: null,
  unit: 1,
  group: null,
  at: '2026-11-01 00:00:00',
  ...over,
})

const rows = [
  row(1, 'No.10 水道メーター', { unit: 2, at: '2026-11-20 00:30:00' }),
  row(2, 'No.2 冷却水圧力', { group: 7 }),
  row(3, 'No.1 蒸気圧力', { device: 'カメラＡ', at: '2026-11-10 00:00:00' }),
]

const units = [
  { id: 1, name: 'MPa' },
  { id: 2, name: 'm³' },
]
const groups = [{ id: 7, name: '第1ポンプ室' }]
const columns: Column<Row>[] = [
  {
    key: 'name',
    title: '名前',
    sort: 'text',
    filter: 'text',
    text: ({ name }) => name,
    searched: ({ id }) => (id === 3 ? '地下1階 機械室' : ''),
  },
  { key: 'device', title: '端末', filter: 'text', text: ({ device }) => device },
  {
    key: 'unit',
    title: '単位',
    text: ({ unit }) => units.find(({ id }) => id === unit)?.name,
    filter: { key: 'units', options: units, idOf: ({ unit }) => unit },
  },
  {
    key: 'group',
    title: 'グループ',
    text: ({ group }) => groups.find(({ id }) => id === group)?.name,
    filter: { key: 'groups', options: groups, idOf: ({ group }) => group },
  },
  {
    key: 'updated',
    title: '更新日時',
    sort: 'time',
    sortBy: ({ at }) => Date.parse(at),
    filter: 'text',
    text: ({ at }) => at,
  },
]
const numbered: Column<Row>[] = [
  ...columns,
  { key: 'load', title: '負荷', sort: 'number', sortBy: ({ id }) => (id === 2 ? null : -id) },
]
const ids = (search: ListParams) => filterAndSortRows(rows, columns, search).map(({ id }) => id)

test('rows stand by name, figures by their value, unless asked otherwise', () => {
  expect(ids({})).toEqual([3, 2, 1])
  expect(ids({ order: 'desc' })).toEqual([1, 2, 3])
})

test('the latest change comes first, or last', () => {
  expect(ids({ sort: 'updated' })).toEqual([1, 3, 2])
  expect(ids({ sort: 'updated', order: 'asc' })).toEqual([2, 3, 1])
})

test('numbers are sorted with the largest first, and rows without one last in both orders', () => {
  const sorted = (order: ListParams) =>
    filterAndSortRows(rows, numbered, { sort: 'load', ...order }).map(({ id }) => id)
  expect(sorted({})).toEqual([1, 3, 2])
  expect(sorted({ order: 'asc' })).toEqual([3, 1, 2])
})

test('a search finds full-width and half-width, capital and small letters alike', () => {
  expect(ids({ device: 'カメラa' })).toEqual([3])
  expect(ids({ text: 'ｎｏ．２' })).toEqual([2])
})

test('a search needs every word, wherever it stands, but does not look into times', () => {
  expect(ids({ text: '圧力 ポンプ室' })).toEqual([2])
  expect(ids({ text: '圧力' })).toEqual([3, 2])
  expect(ids({ text: '2026' })).toEqual([])
})

test('a search of all columns finds what a column adds to its text, a search of the column does not', () => {
  expect(ids({ text: '機械室' })).toEqual([3])
  expect(ids({ name: '機械室' })).toEqual([])
})

test('a column is searched as it is shown', () => {
  expect(ids({ updated: '11-20 00:30' })).toEqual([1])
  expect(ids({ name: '圧力', device: 'ない言葉' })).toEqual([])
})

test('filters join: only rows that fit all of them stay', () => {
  expect(ids({ units: [1] })).toEqual([3, 2])
  expect(ids({ units: [1], groups: [7] })).toEqual([2])
  expect(ids({ groups: [7], units: [2] })).toEqual([])
})

test('a page beyond the end is the last', () => {
  const many = Array.from({ length: 120 }, (_, index) => row(index + 1, `No.${index + 1}`))
  const query = { dataUpdatedAt: 5, error: null, refetch: async () => null }
  const { rows: shown, count, page } = localList(many, query, columns, { page: 9, limit: 50 })
  expect([shown?.[0]?.id, shown?.length, count, page]).toEqual([101, 20, 120, 3])
})
