// Covers docs/requirements.md: 998

import { describe, expect, it } from 'vitest'
import type { RuleCase } from './engine.ts'
import { summaryOf } from './replay.ts'

const day = 86_400_000
const from = Date.parse('2026-09-01T00:00:00+09:00')
const context = { offsetMinutes: () => 540 }

const opened = (days: number, hour: number, level: RuleCase['level'] = 'warning'): RuleCase => {
  const position = { id: days, at: from + days * day + hour * 3_600_000 }
  return { began: position, opened: position, level, upgraded: null, closed: null }
}

describe('summaryOf', () => {
  it('counts cases, alarms, cases a week and those that open at night', () => {
    const cases = [opened(0, 3), opened(5, 12, 'alarm'), opened(9, 23)]
    expect(summaryOf(cases, { from, to: from + 28 * day }, context)).toEqual({
      count: 3,
      alarms: 1,
      perWeek: 0.75,
      atNight: 2,
      isNoisy: false,
    })
  })

  it('warns of more than one case a week, not of one', () => {
    const weekly = Array.from({ length: 4 }, (_, index) => opened(index * 7, 12))
    const span = { from, to: from + 28 * day }
    expect(summaryOf(weekly, span, context)).toMatchObject({ perWeek: 1, isNoisy: false })
    expect(summaryOf([...weekly, opened(27, 12)], span, context)).toMatchObject({ isNoisy: true })
  })
})
