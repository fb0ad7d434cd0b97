// Covers docs/requirements.md: 1008, 1009

import { describe, expect, it } from 'vitest'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { maxTogether, mayConfirmTogether } from '../../../contract/review/together.ts'
import { aReading } from '../../../tests/support/responses/readings.ts'
import { wallOf } from './wallOf.ts'

let id = 0
function anItem(
  value: number | null,
  over: Partial<ReviewItem['reading']> = {},
  more: Partial<ReviewItem> = {},
) {
  const reading = aReading({
    id: ++id,
    value,
    read_value: value,
    confidence: 0.4,
    result_thumbnail: `/${id}`,
    ...over,
  })
  const item: ReviewItem = {
    reading,
    reasons: ['unsure'],
    previous: null,
    usual: null,
    closing: null,
    alert_id: null,
    ...more,
  }
  return item
}
const textsOf = (items: readonly ReviewItem[]) =>
  wallOf(items, () => 'MPa').map((group) => [group.text, group.items.length])

describe('the wall of equal values', () => {
  it('groups crops by the value that was read, the largest group first, without single ones', () => {
    const items = [0.4, 0.5, 0.5, 0.6, 0.4, 0.5].map((value) => anItem(value))
    expect(textsOf(items)).toEqual([
      ['0.50 MPa', 3],
      ['0.40 MPa', 2],
    ])
  })

  it('has at most sixty crops, and no single one of the last group', () => {
    const many = [
      ...Array.from({ length: maxTogether - 1 }, () => anItem(0.4)),
      ...Array.from({ length: 5 }, () => anItem(0.5)),
    ]
    expect(textsOf(many)).toEqual([['0.40 MPa', maxTogether - 1]])
    expect(textsOf([...many, anItem(0.4), anItem(0.4)])).toEqual([['0.40 MPa', maxTogether]])
  })

  it('has no alerts, no pictures without a crop, and only closings that wait for the value', () => {
    const closing = (lists: NonNullable<ReviewItem['closing']>['lists']) => ({
      closing: { cycle_id: 1, month: '2026-11', lists },
    })
    const items = [
      anItem(0.4),
      anItem(0.4, {}, { alert_id: 3 }),
      anItem(0.4, { result_thumbnail: null, thumbnail: null }),
      anItem(0.4, {}, closing(['review', 'parent'])),
      anItem(0.4, {}, closing(['review'])),
    ]
    expect(textsOf(items)).toEqual([['0.40 MPa', 2]])
  })
})

it('missing, abnormal, doubted and sure values, and counters that ran backwards, are confirmed one by one', () => {
  const since = '2026-11-19T15:00:00+09:00'
  const may = (value: number | null, over: Partial<ReviewItem['reading']> = {}) =>
    mayConfirmTogether(anItem(value, over).reading)
  expect(may(0.4)).toBe(true)
  expect(may(null)).toBe(false)
  expect(may(0.4, { is_abnormal: true })).toBe(false)
  expect(may(0.4, { confirmed_doubts: ['large_change'] })).toBe(false)
  expect(may(0.4, { confidence: 0.95 })).toBe(false)
  expect(may(0.4, { consumption: { amount: null, note: 'backwards', since } })).toBe(false)
})
