// Covers docs/requirements.md: 1067

import { describe, expect, it } from 'vitest'
import type { RuleCase, RuleContext, RuleReading } from './engine.ts'
import { chooseQuieter, quieterRules } from './quieter.ts'
import { replay } from './replay.ts'
import { type Condition, faultsOf, type Judging } from './rule.ts'

const scale = { span: 1, decimals: 2, unit: 'MPa' }
const ruleOf = (condition: Condition, over: Partial<Judging> = {}): Judging => ({
  condition,
  open_after: null,
  close_after: 1,
  active: null,
  includes_unsure: false,
  ...over,
})
const pressure = { kind: 'limit', direction: 'above', warning: null, alarm: 0.5, closing_limit: 0.5 } as const

describe('quieterRules', () => {
  it('widens the dead band to the usual one, asks for three in a row, then both, then more', () => {
    const changed = quieterRules(ruleOf(pressure), scale).map(({ condition, open_after }) => [
      condition.kind === 'limit' && condition.closing_limit,
      open_after,
    ])
    expect(changed).toEqual([
      [0.48, null],
      [0.5, 3],
      [0.48, 3],
      [0.46, 5],
    ])
  })

  it('widens the dead band upwards below a limit, from the warning, and at least to twice its width', () => {
    const below = { ...pressure, direction: 'below', warning: 0.3, alarm: 0.2, closing_limit: 0.35 } as const
    const [first] = quieterRules(ruleOf(below), scale)
    expect(first?.condition).toEqual({ ...below, closing_limit: 0.4 })
  })

  it.each<[Condition, object[]]>([
    [
      { kind: 'change', direction: 'rise', amount: 0.1, minutes: 60, level: 'alarm' },
      [{ amount: 0.2 }, { amount: 0.3 }],
    ],
    [{ kind: 'unchanged', hours: 3000, tolerance: 0, level: 'alarm' }, [{ hours: 6000 }, { hours: 8760 }]],
    [{ kind: 'backwards', tolerance: 0, level: 'alarm' }, [{ tolerance: 0.02 }, { tolerance: 0.1 }]],
  ])('changes the value of %o', (condition, expected) => {
    expect(quieterRules(ruleOf(condition), scale).map((rule) => rule.condition)).toMatchObject(expected)
  })

  it('asks for more unreadable readings in a row, at most 20', () => {
    const unreadable = { kind: 'unreadable', level: 'warning' } as const
    const openAfter = (over: Partial<Judging>) =>
      quieterRules(ruleOf(unreadable, over), scale).map(({ open_after }) => open_after)
    expect(openAfter({})).toEqual([5, 7])
    expect(openAfter({ open_after: 19 })).toEqual([20, 20])
  })

  it('proposes only rules that can work', () => {
    for (const rule of quieterRules(ruleOf({ ...pressure, closing_limit: 0.1 }), scale))
      expect(faultsOf(rule)).toEqual([])
  })
})

describe('chooseQuieter', () => {
  const minutes = (count: number) => count * 60_000
  const aCase = (opened: number, closed: number | null): RuleCase => {
    const [at, until] = [{ at: minutes(opened), id: opened }, closed && { at: minutes(closed), id: closed }]
    return { began: at, opened: at, level: 'alarm', upgraded: null, closed: until || null }
  }
  const casesOf = (count: number, length = 10) =>
    Array.from({ length: count }, (_, index) => aCase(index * 100, index * 100 + length))
  const rule = ruleOf(pressure)
  const tried = (cases: RuleCase[], openAfter = 1) => ({ rule: { ...rule, open_after: openAfter }, cases })
  const until = minutes(10_000)

  it('takes the mildest that opens a quarter of the cases', () => {
    const options = [tried(casesOf(4), 1), tried(casesOf(3), 2), tried(casesOf(0), 3)]
    expect(chooseQuieter(tried(casesOf(12)), options, until)).toBe(options[1])
  })

  it('takes the quietest where none opens so few, and none where all open more than half', () => {
    const options = [tried(casesOf(6)), tried(casesOf(5)), tried(casesOf(7))]
    expect(chooseQuieter(tried(casesOf(12)), options, until)).toBe(options[1])
    expect(chooseQuieter(tried(casesOf(8)), options, until)).toBeNull()
  })

  it('takes none whose one case hides the others, because it hardly ever closes', () => {
    expect(chooseQuieter(tried(casesOf(12)), [tried([aCase(0, null)])], until)).toBeNull()
    expect(chooseQuieter(tried(casesOf(12)), [tried([aCase(0, 360)])], until)).not.toBeNull()
  })

  it('makes one case of a value that flutters around its limit', () => {
    const context: RuleContext = { counting: null, offsetMinutes: () => 540 }
    const readings = Array.from(
      { length: 24 },
      (_, index): RuleReading => ({
        at: minutes(index * 10),
        id: index,
        value: index % 2 === 0 ? 0.51 : 0.495,
        state: 'sure',
        isOfPerson: false,
        isOfNewMeter: false,
      }),
    )
    const trial = (judging: Judging) => ({ rule: judging, cases: replay(judging, context, readings).cases })
    const before = trial({ ...rule, open_after: 1 })
    expect(before.cases).toHaveLength(12)
    const chosen = chooseQuieter(before, quieterRules(before.rule, scale).map(trial), minutes(240))
    expect(chosen?.rule.condition).toMatchObject({ closing_limit: 0.48 })
    expect(chosen?.cases).toHaveLength(1)
  })
})
