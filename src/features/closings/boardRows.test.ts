// Covers docs/requirements.md: 767, 793, 794, 903, 943, 948

import { describe, expect, it } from 'vitest'
import { aBoardRow } from '../../../tests/support/responses/closings.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { boardMeters, changesWithin, isException, isInList } from './boardRows.ts'
import { boardLists } from './search.ts'

const listsOf = (over: Parameters<typeof aBoardRow>[0]) => {
  const row = aBoardRow(over)
  return boardLists.filter((list) => isInList(row, list))
}

describe('the lists of a board', () => {
  it('count a meter by its state and by what its checks say', () => {
    expect(listsOf({ state: 'missing' })).toEqual(['missing'])
    expect(listsOf({ state: 'estimated', checks: [{ check: 'zero', percent: -100 }] })).toEqual([
      'estimated',
      'compared',
    ])
    expect(
      listsOf({
        checks: [
          { check: 'parent', percent: 25 },
          { check: 'last_year', percent: 80 },
        ],
      }),
    ).toEqual(['parent', 'compared'])
  })
  it('have each further check of a cycle apart from comparisons', () => {
    for (const check of ['backwards', 'estimated_twice', 'verification_expired'] as const)
      expect(listsOf({ checks: [{ check, percent: null }] })).toEqual([check])
  })
  it('count a closed meter as it was closed, and one that changed since then also there', () => {
    expect(listsOf({ state: 'corrected', closed_as: 'estimated' })).toEqual(['estimated', 'corrected'])
    expect(listsOf({ state: 'closed', closed_as: 'missing' })).toEqual(['missing'])
  })
})

describe('an exception', () => {
  it('is what has no confirmed usage or fails a check, while the month is open', () => {
    expect(isException(aBoardRow({ state: 'review' }))).toBe(true)
    expect(isException(aBoardRow({ state: 'estimated' }))).toBe(false)
    expect(isException(aBoardRow({ checks: [{ check: 'zero', percent: -100 }] }))).toBe(true)
    expect(isException(aBoardRow({ state: 'closed', closed_as: 'missing' }))).toBe(false)
  })
})

describe('what a check says', () => {
  const meters = [
    aMeter({ id: 1, decimal_point: 1, is_cumulative: true }),
    ...[2, 3, 4].map((id) => aMeter({ id, decimal_point: 1, is_cumulative: true, parent_meter_id: 1 })),
  ]
  const children = [30.2, 41.5, 18.3].map((usage, index) => aBoardRow({ meter_id: index + 2, usage }))
  const parent = aBoardRow({ usage: 125, adjustment: 5, checks: [{ check: 'parent', percent: 25 }] })
  const textsOf = (rows: Parameters<typeof boardMeters>[0]) =>
    boardMeters(rows, meters, () => 'kWh', [])[0]?.checkTexts

  it('of a parent names what its children counted, without adjustments of earlier months', () => {
    expect(textsOf([parent, ...children])).toEqual([
      '親子差 +25.0\u00a0%（親 120.0 kWh、子3件の合計 90.0 kWh、差 +30.0 kWh）',
    ])
  })
  it('of a parent names the meters that explain the difference, and says where none does', () => {
    const explained = [
      { meter_id: 3, meter_name: '動力', usage: 41.5, usual: 66, is_estimated: false },
      { meter_id: 4, meter_name: '照明', usage: 18.3, usual: null, is_estimated: true },
    ]
    const withCandidates = (given: typeof explained) =>
      textsOf([aBoardRow({ checks: [{ check: 'parent', percent: 25, explained_by: given }] })])?.slice(1)
    expect(withCandidates(explained)).toEqual([
      '差の候補: 動力 41.5 kWh（前月並みなら 66.0 kWh）',
      '照明 18.3 kWh（推定）',
    ])
    expect(withCandidates([])).toEqual(['差は前月からの変化では説明できません'])
  })
  it('of a parent sums the children that had begun to count, and names the others', () => {
    const leftOut = [{ meter_id: 4, meter_name: '照明' }]
    const check = { check: 'parent' as const, percent: 42.64, explained_by: [], left_out: leftOut }
    expect(textsOf([{ ...parent, checks: [check] }, ...children])).toEqual([
      '親子差 +42.6\u00a0%（親 120.0 kWh、子2件の合計 71.7 kWh、差 +48.3 kWh）',
      '差は前月からの変化では説明できません',
      '検針の開始前のため数えない子メーター: 照明',
    ])
  })
  it('of an index that fell, a second estimate and a verification says what is wrong', () => {
    const names = ['backwards', 'estimated_twice', 'verification_expired'] as const
    const checks = names.map((check) => ({ check, percent: null }))
    const texts = (over: Parameters<typeof aBoardRow>[0]) =>
      boardMeters(
        [aBoardRow({ checks, ...over })],
        [aMeter({ id: 1, verification_expires_on: '2026-09-29' })],
        () => 'kWh',
        [],
      )[0]?.checkTexts
    expect(texts({ usage: null })).toEqual([
      '指示値が前回の検針より小さくなっています',
      '推定が2回続いています',
      '検定有効期限 2026-09-29 を過ぎています',
    ])
    const closed = texts({ usage: -8, state: 'closed', closed_as: 'confirmed' })
    expect([closed?.[0], closed?.[2]]).toEqual(['使用量がマイナスです', '検定有効期限を過ぎています'])
  })
  it('of a parent is only the share where its children are not on the board', () => {
    expect(textsOf([parent])).toEqual(['親子差 +25.0\u00a0%'])
  })
  it('names with what the usage a day is compared', () => {
    const checks = [
      { check: 'previous', percent: 80 },
      { check: 'last_year', percent: null },
      { check: 'zero', percent: -100 },
    ] as const
    expect(textsOf([aBoardRow({ checks: [...checks] })])).toEqual([
      '1日あたり前月比 +80.0\u00a0%',
      '1日あたり前年同月比 前は0',
      '使用量が0（前月は使用あり）',
    ])
  })
})

describe('a parent', () => {
  const counter = (over: Parameters<typeof aMeter>[0]) => aMeter({ is_cumulative: true, ...over })
  const parent = counter({ id: 1, meter_unit_id: 3 })
  const child = counter({ id: 2, meter_unit_id: 3, parent_meter_id: 1 })
  const textOf = (others: (typeof child)[], over: Parameters<typeof aBoardRow>[0] = {}) => {
    const rows = [aBoardRow({ meter_id: 1, ...over }), aBoardRow({ meter_id: 2 })]
    return boardMeters(rows, [parent, child, ...others], () => 'kWh', ['parent'])[0]?.uncomparedText
  }
  const away = (name: string, over: Parameters<typeof aMeter>[0] = {}) =>
    counter({ id: name.length + 2, name, meter_unit_id: 3, parent_meter_id: 1, ...over })

  it('that is compared with all its children says nothing', () => {
    expect(textOf([])).toBeNull()
  })
  it('names the children with which it is never compared, and why', () => {
    const others = [
      away('動力'),
      away('冷却水', { meter_unit_id: 4 }),
      away('吐出圧力', { is_cumulative: false }),
      away('屋上の照明'),
    ]
    expect(textOf(others)).toBe(
      '親子差は比べていません（動力 この検針サイクルにない、冷却水 単位が異なる、吐出圧力 積算しない、ほか1件）',
    )
    expect(textOf(others, { state: 'closed', closed_as: 'confirmed' })).toBeNull()
  })
})

describe('what changed within a period', () => {
  it('is a replaced meter, or another multiplier at the same index', () => {
    const at = '2026-09-10T00:00:00.000+09:00'
    const segment = (from: number, to: number, multiplier: number) => ({
      from: { value: from, at },
      to: { value: to, at },
      multiplier,
    })
    const whole = segment(100, 150, 1)
    expect(changesWithin(aBoardRow({ segments: [whole] }))).toEqual([])
    expect(changesWithin(aBoardRow({ segments: [whole, segment(0, 5, 1), segment(5, 9, 40)] }))).toEqual([
      'メーター交換あり',
      '倍率の変更あり',
    ])
  })
})
