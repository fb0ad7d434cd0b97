// Covers docs/requirements.md: 990, 993, 994

import { describe, expect, it } from 'vitest'
import { advance, initialState, type RuleContext, type RuleReading } from './engine.ts'
import { replay } from './replay.ts'
import type { Condition, Judging } from './rule.ts'

const interval = 600_000
const hour = 3_600_000
const start = Date.parse('2026-11-30T08:00:00+09:00')
const context: RuleContext = { counting: null, offsetMinutes: () => 540 }

const rule = (condition: Condition, more: Partial<Judging> = {}): Judging => ({
  condition,
  open_after: 1,
  close_after: 1,
  active: null,
  includes_unsure: false,
  ...more,
})

const limit: Condition = {
  kind: 'limit',
  direction: 'above',
  warning: null,
  alarm: 0.5,
  closing_limit: 0.48,
}

type Given = number | 'unread' | 'refused' | (Partial<RuleReading> & { after?: number })

/** Readings every ten minutes, or `after` so many milliseconds. Their ids are their numbers, from 1. */
function readingsOf(given: readonly Given[]): RuleReading[] {
  let at = start - interval
  return given.map((one, index) => {
    const { after = interval, ...more } =
      typeof one === 'object'
        ? one
        : typeof one === 'number'
          ? { value: one }
          : { state: one === 'unread' ? ('waiting' as const) : one }
    at += after
    return { id: index + 1, at, value: null, state: 'sure', isOfPerson: false, isOfNewMeter: false, ...more }
  })
}

/** Each case as its level and the numbers of the readings that opened, upgraded and closed it. */
function casesOf(of: Judging, given: readonly Given[], counting: RuleContext['counting'] = null) {
  const { cases } = replay(of, { ...context, counting }, readingsOf(given))
  return cases.map(({ level, opened, upgraded, closed }) =>
    [level, opened.id, ...(upgraded ? [upgraded.id] : []), closed?.id ?? 'open'].join(' '),
  )
}

const flutter = [0.49, 0.51, 0.495, 0.505, 0.485, 0.478]

describe('limits', () => {
  it('open once with a dead band of 0.02, from 0.51 until 0.478', () => {
    expect(casesOf(rule(limit), flutter)).toEqual(['alarm 2 6'])
  })

  it('open twice without a dead band', () => {
    const without = { ...limit, closing_limit: 0.5 }
    expect(casesOf(rule(without), flutter)).toEqual(['alarm 2 3', 'alarm 4 5'])
  })

  it('open nothing where two in a row are needed', () => {
    expect(casesOf(rule(limit, { open_after: 2 }), flutter)).toEqual([])
  })

  it('need two readings of a device in a row, or one that a person took, where the rule leaves it open', () => {
    const open = rule(limit, { open_after: null })
    expect(casesOf(open, [0.51, 0.47])).toEqual([])
    expect(casesOf(open, [0.51, 0.52])).toEqual(['alarm 2 open'])
    expect(casesOf(open, [{ value: 0.51, isOfPerson: true }])).toEqual(['alarm 1 open'])
  })

  it('treat the limit itself as normal, and close at the closing limit itself', () => {
    expect(casesOf(rule(limit), [0.5, 0.501, 0.481, 0.48])).toEqual(['alarm 2 4'])
  })

  it('work downwards', () => {
    const below: Condition = { ...limit, direction: 'below', alarm: 2, closing_limit: 2.5 }
    expect(casesOf(rule(below), [2, 1.9, 2.4, 2.5])).toEqual(['alarm 2 4'])
  })

  it('upgrade the open case where the value gets worse, and never back', () => {
    const both: Condition = { ...limit, warning: 0.45, closing_limit: 0.43 }
    expect(casesOf(rule(both), [0.46, 0.51, 0.46, 0.51, 0.43])).toEqual(['alarm 1 2 5'])
    expect(casesOf(rule(both, { open_after: 2 }), [0.46, 0.51, 0.46, 0.51, 0.52])).toEqual(['alarm 2 5 open'])
    expect(casesOf(rule(both), [0.51])).toEqual(['alarm 1 open'])
  })

  it('close after so many normal readings in a row', () => {
    const slow = rule(limit, { close_after: 2 })
    expect(casesOf(slow, [0.51, 0.47, 0.49, 0.47, 0.47])).toEqual(['alarm 1 5'])
    expect(casesOf(slow, [0.51, 0.47, 0.51, 0.47])).toEqual(['alarm 1 open'])
  })
})

describe('what neither counts nor interrupts a row', () => {
  const two = rule(limit, { open_after: 2 })

  it('is a reading that has no value or is not read yet', () => {
    expect(casesOf(two, [0.51, 'unread', 0.52])).toEqual(['alarm 3 open'])
    expect(casesOf(two, [0.51, 'refused', 'refused', 'refused', 'refused', 0.52])).toEqual(['alarm 6 open'])
  })

  it('is an unsure value, unless the rule counts those too', () => {
    const unsure = (value: number) => ({ value, state: 'unsure' as const })
    expect(casesOf(two, [0.51, unsure(0.4), 0.52])).toEqual(['alarm 3 open'])
    expect(casesOf(rule(limit), [unsure(0.9)])).toEqual([])
    expect(casesOf(rule(limit, { includes_unsure: true }), [unsure(0.9)])).toEqual(['alarm 1 open'])
  })
})

describe('what interrupts a row', () => {
  const two = rule(limit, { open_after: 2 })
  const before = [0.4, 0.4, 0.4]

  it('is a pause of more than three intervals', () => {
    const pause = (after: number) => casesOf(two, [...before, 0.51, { value: 0.52, after }])
    expect(pause(3 * interval)).toEqual(['alarm 5 open'])
    expect(pause(3 * interval + 1)).toEqual([])
  })

  it('is also a pause between normal readings, while the case stays open', () => {
    const closing = rule(limit, { close_after: 2 })
    const given = [...before, 0.51, 0.4, { value: 0.4, after: 4 * interval }]
    expect(casesOf(closing, given)).toEqual(['alarm 4 open'])
    expect(casesOf(closing, [...given, 0.4])).toEqual(['alarm 4 7'])
  })

  it('is no pause where the device reported without a value', () => {
    const silent: Given = 'refused'
    expect(casesOf(two, [...before, 0.51, silent, silent, silent, silent, 0.52])).toEqual(['alarm 9 open'])
  })

  it('is the time outside the active hours, in which a case closes but neither opens nor gets worse', () => {
    const both: Condition = { ...limit, warning: 0.45, closing_limit: 0.43 }
    const active = { from: '08:20', to: '08:40', weekdays: [1] }
    expect(casesOf(rule(both, { active }), [0.46, 0.46, 0.46, 0.46, 0.51, 0.42])).toEqual(['warning 3 6'])
    expect(casesOf(rule(both, { active, open_after: 3 }), [0.46, 0.46, 0.46, 0.46, 0.51])).toEqual([])
  })
})

describe('a change per time', () => {
  const change: Condition = { kind: 'change', direction: 'rise', amount: 0.6, minutes: 60, level: 'warning' }

  it('is converted from the time between two values', () => {
    expect(casesOf(rule(change), [0.7, 0.8, 0.91, 0.95])).toEqual(['warning 3 4'])
    expect(casesOf(rule(change), [0.7, { value: 0.91, after: 2 * interval }])).toEqual(['warning 2 open'])
    expect(casesOf(rule(change), [0.7, 'unread', 0.89])).toEqual([])
  })

  it('is looked at in its direction', () => {
    expect(casesOf(rule({ ...change, direction: 'fall' }), [0.9, 0.7, 0.9])).toEqual(['warning 2 3'])
    expect(casesOf(rule({ ...change, direction: 'either' }), [0.9, 0.7, 0.9])).toEqual(['warning 2 open'])
  })

  it('is not known after a pause or a replacement of the meter', () => {
    expect(casesOf(rule(change), [0.1, 0.1, { value: 9, after: 4 * interval }])).toEqual([])
    expect(casesOf(rule(change), [0.1, { value: 9, isOfNewMeter: true }])).toEqual([])
  })

  it('is what a counter counted, over its rollover', () => {
    const counting = { digits: 3, decimals: 0, rate: null }
    const fast: Condition = { ...change, amount: 60, minutes: 60 }
    expect(casesOf(rule(fast), [990, 995, 10], counting)).toEqual(['warning 3 open'])
    expect(casesOf(rule(fast), [990, 995, 3], counting)).toEqual([])
  })
})

describe('a value that does not change', () => {
  const unchanged: Condition = { kind: 'unchanged', hours: 1, tolerance: 0.1, level: 'alarm' }
  const hourly = (value: number): Given => ({ value, after: hour })

  it('opens a case once it has lasted so long, which closes at a change beyond the tolerance', () => {
    expect(casesOf(rule(unchanged), [5, 5, 5.1, 5, 5, 5])).toEqual([])
    expect(casesOf(rule(unchanged), [5, 5, 5.1, 5, 5, 5, 4.9, 5.2])).toEqual(['alarm 7 8'])
  })

  it('is counted from the end of a pause, outside the active hours not at all', () => {
    const pause = { value: 5, after: 4 * interval }
    expect(casesOf(rule(unchanged), [5, 5, 5, pause, 5, 5, 5])).toEqual([])
    const active = { from: '09:00', to: '18:00', weekdays: [1] }
    expect(casesOf(rule(unchanged, { active }), [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5])).toEqual([
      'alarm 12 open',
    ])
  })

  it('goes on over a pause, until the value has changed', () => {
    const open = [5, hourly(5)]
    expect(casesOf(rule(unchanged), [...open, { value: 5, after: 9 * hour }])).toEqual(['alarm 2 open'])
    expect(casesOf(rule(unchanged), [...open, { value: 6, after: 9 * hour }])).toEqual(['alarm 2 3'])
  })
})

describe('pictures that cannot be read', () => {
  const unreadable: Condition = { kind: 'unreadable', level: 'warning' }

  it('open a case after three in a row, which closes at a value', () => {
    const usual = rule(unreadable, { open_after: null })
    expect(casesOf(usual, ['refused', 'refused', 'unread', 'refused', 1])).toEqual(['warning 4 5'])
    expect(casesOf(usual, ['refused', 'refused', 1, 'refused'])).toEqual([])
  })

  it('do not include those that wait, and an unsure value counts as the rule says', () => {
    const unsure: Given = { value: 1, state: 'unsure' }
    expect(casesOf(rule(unreadable), ['unread', { state: 'settings' }])).toEqual([])
    expect(casesOf(rule(unreadable), ['refused', unsure])).toEqual(['warning 1 open'])
    expect(casesOf(rule(unreadable, { includes_unsure: true }), ['refused', unsure])).toEqual(['warning 1 2'])
  })
})

describe('a counter that runs backwards', () => {
  const backwards: Condition = { kind: 'backwards', tolerance: 1, level: 'alarm' }
  const counting = { digits: 3, decimals: 0, rate: null }

  it('opens a case at a step back beyond the tolerance, also after a pause', () => {
    expect(casesOf(rule(backwards), [100, 99, 97, 96, 96], counting)).toEqual(['alarm 3 4'])
    expect(casesOf(rule(backwards), [100, 100, { value: 90, after: hour }], counting)).toEqual([
      'alarm 3 open',
    ])
  })

  it('is neither a rollover nor another meter', () => {
    expect(casesOf(rule(backwards), [995, 3], counting)).toEqual([])
    expect(casesOf(rule(backwards), [500, { value: 3, isOfNewMeter: true }], counting)).toEqual([])
    const unread: Given = { state: 'waiting', isOfNewMeter: true }
    expect(casesOf(rule(backwards), [500, unread, 3], counting)).toEqual([])
  })
})

describe('advance', () => {
  it('refuses a reading that does not follow the latest one', () => {
    const [first, second] = readingsOf([0.4, 0.4]) as [RuleReading, RuleReading]
    const { state } = advance(rule(limit), context, initialState, second)
    expect(() => advance(rule(limit), context, state, first)).toThrow(RangeError)
    expect(() => advance(rule(limit), context, state, second)).toThrow(RangeError)
  })

  it('reports each opening, upgrade and closing once', () => {
    const both: Condition = { ...limit, warning: 0.45, closing_limit: 0.43 }
    let state = initialState
    const events = readingsOf([0.46, 0.46, 0.51, 0.52, 0.42, 0.42]).map((reading) => {
      const advanced = advance(rule(both), context, state, reading)
      state = advanced.state
      return advanced.event?.type ?? null
    })
    expect(events).toEqual(['opened', null, 'upgraded', null, 'closed', null])
  })
})
