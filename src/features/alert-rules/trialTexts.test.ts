// Covers docs/requirements.md: 1041

import { describe, expect, it } from 'vitest'
import { aFoundCase, aReplay } from '../../../tests/support/responses/alertRules.ts'
import { countText, weeksOf } from './trialTexts.ts'

describe('weeksOf', () => {
  it('counts the cases of each week until now, each once', () => {
    const [from, to] = ['2026-11-09T09:00:00+09:00', '2026-11-30T09:00:00+09:00']
    const cases = ['2026-11-16T09:00:00+09:00', '2026-11-16T09:00:01+09:00', '2026-11-30T09:00:00+09:00'].map(
      (at) => aFoundCase({ opened_at: at }),
    )
    expect(weeksOf({ from, to, cases })).toEqual([
      { from: Date.parse(from), count: 1 },
      { from: Date.parse('2026-11-16T09:00:00+09:00'), count: 1 },
      { from: Date.parse('2026-11-23T09:00:00+09:00'), count: 1 },
    ])
  })
})

describe('countText', () => {
  it('says how many, how bad, at night and per week', () => {
    const cases = [aFoundCase(), aFoundCase({ level: 'warning' })]
    expect(countText(aReplay({ cases, alarms: 1, cases_at_night: 1, cases_per_week: 0.155 }))).toBe(
      '2件（警報1件、注意1件、夜間1件）、1週間に0.2件',
    )
    expect(countText(aReplay({ cases: [], alarms: 0 }))).toBe('0件')
  })
})
