import { expect, test } from 'vitest'
import type { Meter } from '../../../contract/meters.ts'
import { aMeter } from '../../../tests/support/meters.ts'
import { type Masters, rowsOf, selectRows } from './rows.ts'

const masters: Masters = {
  units: [
    { id: 1, name: 'MPa' },
    { id: 2, name: 'm³' },
  ],
  categories: [{ id: 1, name: '円形アナログ', type: 0, icon: null, status: 0, description: '' }],
  groups: [{ id: 7, name: '第1ポンプ室' }],
  inspections: [{ id: 9, name: '朝の点検' }],
}

/** Nothing measures it unless the test says so. */
const meter = (over: Partial<Meter>): Meter => aMeter({ device_id: null, device: null, ...over })

const meters = [
  meter({ id: 1, name: 'No.10 水道メーター', meter_unit_id: 2, updated_at: '2026-11-19T15:30:00Z' }),
  meter({ id: 2, name: 'No.2 冷却水圧力', meter_group_id: 7, inspection_id: 9 }),
  meter({
    id: 3,
    name: 'No.1 蒸気圧力',
    device_id: 4,
    device: { id: 4, name: 'カメラＡ', type: 0, status: 1 },
    updated_at: '2026-11-10T00:00:00+09:00',
  }),
]

const rows = rowsOf(meters, masters, 'Asia/Tokyo')
const ids = (search: Parameters<typeof selectRows>[1]) => selectRows(rows, search).map(({ id }) => id)

test('numbers in names are counted, not spelled', () => {
  expect(ids({})).toEqual([3, 2, 1])
})

test('the latest change can come first', () => {
  expect(ids({ sort: 'updated', order: 'desc' })).toEqual([1, 3, 2])
})

test('a search finds full-width and half-width, capital and small letters alike', () => {
  expect(ids({ device: 'カメラa' })).toEqual([3])
  expect(ids({ text: 'ｎｏ．２' })).toEqual([2])
})

test('a search needs every word, wherever it stands', () => {
  expect(ids({ text: '圧力 ポンプ室' })).toEqual([2])
  expect(ids({ text: '圧力' })).toEqual([3, 2])
})

test('the time of change is searched as it is shown, in the organization’s zone', () => {
  expect(ids({ updated: '2026/11/20 00:30' })).toEqual([1])
})

test('filters join: only meters that fit all of them stay', () => {
  expect(ids({ units: [1] })).toEqual([3, 2])
  expect(ids({ units: [1], groups: [7] })).toEqual([2])
  expect(ids({ inspections: [9], units: [2] })).toEqual([])
})
