// Covers docs/requirements.md: 1039

import { describe, expect, it } from 'vitest'
import { anAlertRule } from '../../../tests/support/responses/alertRules.ts'
import {
  emptyRule,
  faultsOf,
  fieldsOf,
  type RuleValues,
  readJudging,
  switched,
  valuesOf,
} from './ruleForm.ts'

const limit: RuleValues = {
  ...emptyRule('group', 'limit'),
  name: '圧力計 上下限',
  targetId: 6,
  unitId: 1,
  alarm: '0.5',
  closing: '0.48',
}
const faults = (part: Partial<RuleValues>) =>
  faultsOf({ ...limit, ...part }).map(({ field, message, isMissing }) => [field, message, isMissing])

describe('faultsOf', () => {
  it('finds nothing in a complete rule of each kind', () => {
    expect(faults({})).toEqual([])
    expect(faults({ kind: 'change', amount: '０．２' })).toEqual([])
    expect(faults({ kind: 'unchanged' })).toEqual([])
    expect(faults({ kind: 'unreadable', unitId: null })).toEqual([])
    expect(faults({ kind: 'backwards' })).toEqual([])
  })

  it('names the limit that is beyond another one', () => {
    expect(faults({ closing: '0.6' })).toEqual([['closing', '解消の値は、警報の値以下にしてください', false]])
    expect(faults({ warning: '0.55' })).toEqual([['alarm', '警報の値は、注意の値以上にしてください', false]])
    expect(faults({ side: 'below' })).toEqual([['closing', '解消の値は、警報の値以上にしてください', false]])
  })

  it('names numbers that are none, too large or not above zero', () => {
    expect(faults({ alarm: 'O.5' })).toEqual([['alarm', '警報の値には数値を入力してください', false]])
    expect(faults({ kind: 'unchanged', hours: '9000' })).toEqual([
      ['hours', '変化なしの時間には1から8,760までの整数を入力してください', false],
    ])
    expect(faults({ kind: 'change', amount: '0' })).toEqual([
      ['amount', '変化量には0より大きい値を入力してください', false],
    ])
  })

  it('says what is missing apart from what is wrong', () => {
    expect(faults({ name: ' ', targetId: null, alarm: '', closing: '' })).toEqual([
      ['alarm', '注意か警報の値を入力してください', true],
      ['closing', '解消の値を入力してください', true],
      ['name', 'ルール名を入力してください', true],
      ['targetId', 'メーターグループを選択してください', true],
    ])
    expect(faults({ unitId: null })).toEqual([['unitId', '単位を選択してください', true]])
  })

  it('names a schedule that is never active', () => {
    expect(faults({ isTimed: true, weekdays: [] })).toEqual([
      ['weekdays', '曜日がないため、一度も働きません。曜日を選択してください', false],
    ])
    expect(faults({ isTimed: true, to: '08:00' })).toEqual([
      ['to', '長さが0分のため、一度も働きません。開始と違う時刻を入力してください', false],
    ])
    expect(faults({ isTimed: true, from: '' })).toEqual([['from', '時刻を入力してください', true]])
  })
})

describe('valuesOf', () => {
  const active = { from: '22:00', to: '06:00', weekdays: [0, 6] }
  it.each([
    anAlertRule({ active, includes_unsure: true }),
    anAlertRule({ meter_group_id: null, meter_id: 3, open_after: null }),
    anAlertRule({
      condition: { kind: 'change', direction: 'fall', amount: 0.1, minutes: 30, level: 'warning' },
    }),
    anAlertRule({ condition: { kind: 'unchanged', hours: 6, tolerance: 0.01, level: 'alarm' } }),
    anAlertRule({ condition: { kind: 'unreadable', level: 'warning' }, meter_unit_id: null }),
    anAlertRule({ condition: { kind: 'backwards', tolerance: 2, level: 'alarm' } }),
  ])('types a saved rule so that it is sent as it was: $condition.kind', (rule) => {
    const values = valuesOf(rule)
    const { judging } = readJudging(values)
    expect(judging && { ...fieldsOf(values, judging), is_enabled: true }).toEqual(switched(rule, true))
    expect(switched(rule, true)).toMatchObject({
      name: rule.name,
      meter_id: rule.meter_id,
      meter_group_id: rule.meter_group_id,
      meter_unit_id: rule.meter_unit_id,
      condition: rule.condition,
      active: rule.active,
      open_after: rule.open_after,
      includes_unsure: rule.includes_unsure,
    })
  })
})
