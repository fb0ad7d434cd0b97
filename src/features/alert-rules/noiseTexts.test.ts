// Covers docs/requirements.md: 1064, 1067

import { describe, expect, it } from 'vitest'
import type { Condition, Judging } from '../../../contract/alert-rules/rule.ts'
import { aNoiseSource, aQuieterRule } from '../../../tests/support/responses/noise.ts'
import { changeText, factsOf, trialText } from './noiseTexts.ts'

const limit = { kind: 'limit', direction: 'above', warning: null, alarm: 0.5, closing_limit: 0.5 } as const
const ruleOf = (condition: Condition, open_after: number | null = null): Judging => ({
  condition,
  open_after,
  close_after: 1,
  active: null,
  includes_unsure: false,
})

describe('changeText', () => {
  it.each<[Judging, Judging, string]>([
    [ruleOf(limit), ruleOf({ ...limit, closing_limit: 0.48 }), '不感帯を0.02 MPaに広げる'],
    [ruleOf(limit), ruleOf(limit, 3), '続く回数を3回に増やす'],
    [
      ruleOf(limit),
      ruleOf({ ...limit, closing_limit: 0.46 }, 5),
      '不感帯を0.04 MPaに広げ、続く回数を5回に増やす',
    ],
    [
      ruleOf({ kind: 'change', direction: 'rise', amount: 0.1, minutes: 60, level: 'alarm' }),
      ruleOf({ kind: 'change', direction: 'rise', amount: 0.2, minutes: 60, level: 'alarm' }),
      '変化量を0.2 MPaに上げる',
    ],
    [
      ruleOf({ kind: 'unchanged', hours: 24, tolerance: 0, level: 'alarm' }),
      ruleOf({ kind: 'unchanged', hours: 48, tolerance: 0, level: 'alarm' }),
      '変化なしの時間を48時間に延ばす',
    ],
    [
      ruleOf({ kind: 'backwards', tolerance: 0, level: 'alarm' }),
      ruleOf({ kind: 'backwards', tolerance: 0.02, level: 'alarm' }),
      '許容する変化を0.02 MPaに広げる',
    ],
  ])('says what the quieter rule changes', (rule, quieter, expected) => {
    expect(changeText(rule, quieter, 'MPa')).toBe(expected)
  })
})

describe('factsOf', () => {
  it('counts alerts, those at night and what people did', () => {
    expect(factsOf(aNoiseSource())).toEqual([
      'アラート38件',
      '1週間に3件',
      '夜間12件',
      '確認5件（コメントあり2件）',
      '確認されないまま終了33件',
    ])
    expect(factsOf(aNoiseSource({ confirmed: 0, commented: 0 }))).toContain('確認0件')
  })
})

describe('trialText', () => {
  it('says of which meters, and which side of a range', () => {
    expect(trialText(aQuieterRule(), aNoiseSource())).toBe('過去90日の試算で12件 → 2件')
    expect(trialText(aQuieterRule({ meters: 3 }), aNoiseSource({ meter_count: 8 }))).toBe(
      '過去90日の試算（アラートの多いメーター3件）で12件 → 2件',
    )
    const ofRange = aNoiseSource({ rule_id: null, meter_id: 3 })
    expect(trialText(aQuieterRule(), ofRange)).toBe('過去90日の試算で上限を超えたアラートは12件 → 2件')
  })
})
