// Covers docs/requirements.md: 992, 1059

import { describe, expect, it } from 'vitest'
import type { Condition, Judging } from './rule.ts'
import { sentenceOf } from './sentenceOf.ts'

const limit: Condition = {
  kind: 'limit',
  direction: 'above',
  warning: null,
  alarm: 0.5,
  closing_limit: 0.48,
}
const options = { subject: '圧力', unit: 'MPa', decimals: 2 }

function sentence(condition: Condition, more: Partial<Judging> = {}): string {
  const rule = { open_after: null, close_after: 1, active: null, includes_unsure: false, ...more }
  return sentenceOf({ ...rule, condition }, options)
}

describe('sentenceOf', () => {
  it('says how often in a row, and when it ends', () => {
    expect(sentence(limit, { open_after: 2 })).toBe(
      '圧力が0.50 MPaを超え、2回続いたら警報。0.48 MPa以下に戻ったら解消。',
    )
    expect(sentence(limit, { open_after: 1, close_after: 3 })).toBe(
      '圧力が0.50 MPaを超えたら警報。3回続けて0.48 MPa以下に戻ったら解消。',
    )
  })

  it('says that one value of a person is enough where the rule leaves it open', () => {
    expect(sentence(limit)).toBe(
      '圧力が0.50 MPaを超え、2回続いたら（人が測った値は1回で）警報。0.48 MPa以下に戻ったら解消。',
    )
  })

  it('says whom it notifies where it names a group', () => {
    const rule = { open_after: 2, close_after: 1, active: null, includes_unsure: false, condition: limit }
    expect(sentenceOf(rule, { ...options, recipients: '設備班' })).toBe(
      '圧力が0.50 MPaを超え、2回続いたら警報。0.48 MPa以下に戻ったら解消。「設備班」へ知らせる。',
    )
  })

  it('says both levels, hours and unsure values', () => {
    const both: Condition = { ...limit, direction: 'below', warning: 0.2, alarm: 0.125, closing_limit: 0.22 }
    const active = { from: '08:00', to: '18:00', weekdays: [1, 2, 3, 4, 5] }
    expect(sentence(both, { open_after: 1, active, includes_unsure: true })).toBe(
      '圧力が、平日 8:00から18:00のあいだに、0.20 MPaを下回ったら注意、0.125 MPaを下回ったら警報。' +
        '0.22 MPa以上に戻ったら解消。要確認の値も数える。',
    )
  })

  it('says each other kind in its own words', () => {
    const level = 'warning'
    const change = { kind: 'change', amount: 0.1, level } as const
    expect(sentence({ ...change, direction: 'rise', minutes: 60 }, { open_after: 1 })).toBe(
      '圧力が1時間に0.10 MPaを超えて上がったら注意。変化が収まったら解消。',
    )
    expect(sentence({ ...change, direction: 'either', minutes: 90 }, { open_after: 3 })).toBe(
      '圧力が90分に0.10 MPaを超えて変わり、3回続いたら注意。変化が収まったら解消。',
    )
    expect(sentence({ kind: 'unchanged', hours: 24, tolerance: 0, level })).toBe(
      '圧力が24時間変わらなかったら注意。変わったら解消。',
    )
    expect(sentence({ kind: 'unchanged', hours: 6, tolerance: 0.01, level })).toBe(
      '圧力が6時間に0.01 MPaしか変わらなかったら注意。変わったら解消。',
    )
    expect(sentence({ kind: 'unreadable', level })).toBe(
      '圧力が読み取れないことが3回続いたら注意。読み取れたら解消。',
    )
    expect(sentence({ kind: 'backwards', tolerance: 0, level }, { open_after: 1 })).toBe(
      '圧力が逆に回ったら注意。戻らなくなったら解消。',
    )
  })
})
