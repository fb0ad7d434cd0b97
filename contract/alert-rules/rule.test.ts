// Covers docs/requirements.md: 990, 991

import { describe, expect, it } from 'vitest'
import { judgingSchema } from './rule.ts'

const limit = { kind: 'limit', direction: 'above', warning: 0.45, alarm: 0.5, closing_limit: 0.43 }
const level = 'alarm'
const common = { open_after: null, close_after: 1, active: null, includes_unsure: false }
const day = { from: '08:00', to: '18:00', weekdays: [1, 2, 3, 4, 5] }

/** The fields that are refused, with the reasons. */
const refusedOf = (rule: unknown) =>
  judgingSchema.safeParse(rule).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

describe('judgingSchema', () => {
  it.each([
    limit,
    { ...limit, warning: null, alarm: -5, direction: 'below', closing_limit: -4 },
    { kind: 'change', direction: 'either', amount: 0.2, minutes: 60, level },
    { kind: 'unchanged', hours: 24, tolerance: 0, level },
    { kind: 'unreadable', level },
    { kind: 'backwards', tolerance: 1, level },
  ])('accepts $kind', (condition) => {
    expect(refusedOf({ ...common, condition })).toEqual([])
    expect(refusedOf({ ...common, condition, open_after: 3, close_after: 2, active: day })).toEqual([])
  })

  it('refuses a closing limit beyond the opening limit', () => {
    const beyond = { ...limit, closing_limit: 0.46 }
    const message = '解消の値は、注意の値以下にしてください'
    expect(refusedOf({ ...common, condition: beyond })).toEqual([['condition.closing_limit', message]])
    const below = { ...limit, direction: 'below', warning: null, alarm: 0.2, closing_limit: 0.1 }
    expect(refusedOf({ ...common, condition: below })).toEqual([
      ['condition.closing_limit', '解消の値は、警報の値以上にしてください'],
    ])
  })

  it('refuses limits that are missing or in the wrong order', () => {
    const none = { ...limit, warning: null, alarm: null }
    expect(refusedOf({ ...common, condition: none })).toEqual([
      ['condition.alarm', '注意か警報の値を入力してください'],
    ])
    expect(refusedOf({ ...common, condition: { ...limit, alarm: 0.44 } })).toEqual([
      ['condition.alarm', '警報の値は、注意の値以上にしてください'],
    ])
  })

  it('refuses hours that are never active', () => {
    const refused = (active: unknown) => refusedOf({ ...common, condition: limit, active })
    expect(refused({ ...day, weekdays: [] })).toEqual([
      ['active.weekdays', '曜日がないため、一度も働きません。曜日を選択してください'],
    ])
    expect(refused({ ...day, to: '08:00' })).toEqual([
      ['active.to', '長さが0分のため、一度も働きません。開始と違う時刻を入力してください'],
    ])
    expect(refused({ ...day, from: '22:00', to: '06:00' })).toEqual([])
  })

  it('names what is wrong with an amount, a time and a number of readings', () => {
    const change = { kind: 'change', direction: 'rise', amount: 0, minutes: 0, level }
    expect(refusedOf({ ...common, condition: change }).map(([path]) => path)).toEqual([
      'condition.amount',
      'condition.minutes',
    ])
    const rows = { ...common, condition: limit, open_after: 21, close_after: 0 }
    expect(refusedOf(rows).map(([path]) => path)).toEqual(['open_after', 'close_after'])
  })
})
