// Covers docs/requirements.md: 996

import { describe, expect, it } from 'vitest'
import { initialState, type RuleCase, type RuleReading } from './engine.ts'
import { judgeAgain, type StoredCase } from './judgeAgain.ts'
import type { Judging } from './rule.ts'

const rule: Judging = {
  condition: { kind: 'limit', direction: 'above', warning: 5, alarm: 9, closing_limit: 4 },
  open_after: 1,
  close_after: 1,
  active: null,
  includes_unsure: false,
}
const context = { counting: null, offsetMinutes: () => 0 }

const readingsOf = (values: readonly number[]): RuleReading[] =>
  values.map((value, index) => ({
    ...place(index + 1),
    value,
    state: 'sure',
    isOfPerson: false,
    isOfNewMeter: false,
  }))
const place = (n: number) => ({ id: n, at: n * 1000 })

const caseOf = (level: RuleCase['level'], from: number, to: number | null): RuleCase => ({
  began: place(from),
  opened: place(from),
  level,
  upgraded: null,
  closed: to === null ? null : place(to),
})
const stored = (id: number, one: RuleCase, isCorrected = false): StoredCase => ({
  ...one,
  id,
  isCorrected,
  isTold: true,
})

const again = (values: readonly number[], ...known: StoredCase[]) =>
  judgeAgain(rule, context, initialState, readingsOf(values), known)

describe('judgeAgain', () => {
  it('changes nothing where the cases are as they were', () => {
    const changes = again(
      [1, 6, 1, 6],
      stored(7, caseOf('warning', 2, 3)),
      stored(8, caseOf('warning', 4, null)),
    )
    expect(changes).toMatchObject({ update: [], insert: [], correct: [], tell: [] })
    expect(changes.state.open).toEqual(caseOf('warning', 4, null))
  })

  it('marks a case that its readings do not open any more, and tells nobody', () => {
    const changes = again([1, 2, 1], stored(7, caseOf('warning', 2, null)))
    const correct = [stored(7, caseOf('warning', 2, 3), true)]
    expect(changes).toMatchObject({ update: [], insert: [], correct, tell: [] })
  })

  it('keeps a case that begins earlier or ends later as the one that people know', () => {
    const changes = again([6, 6, 6, 1], stored(7, caseOf('warning', 2, 3)))
    expect(changes).toMatchObject({
      update: [stored(7, caseOf('warning', 1, 4))],
      insert: [],
      correct: [],
      tell: [],
    })
  })

  it('tells a new case that goes on, and records one that is over', () => {
    const changes = again([6, 1, 6])
    expect(changes.insert).toEqual([caseOf('warning', 1, 2), caseOf('warning', 3, null)])
    expect(changes.tell).toEqual([{ type: 'opened', case: caseOf('warning', 3, null) }])
  })

  it('tells a case that goes on where it was over when it was found', () => {
    const untold = { ...stored(7, caseOf('warning', 1, 2)), isTold: false }
    const open = stored(7, caseOf('warning', 1, null))
    expect(again([6, 6], untold)).toMatchObject({ update: [open], tell: [{ type: 'opened', case: open }] })
  })

  it('tells that a case that people know is over, once, and not where it was corrected or they do not know it', () => {
    const over = stored(7, caseOf('warning', 1, 2))
    expect(again([6, 1], stored(7, caseOf('warning', 1, null))).ended).toEqual([over])
    expect(again([6, 6, 1], over).ended).toEqual([])
    expect(again([1, 1], stored(7, caseOf('warning', 1, null))).ended).toEqual([])
    expect(again([6, 1], { ...stored(7, caseOf('warning', 1, null)), isTold: false }).ended).toEqual([])
  })

  it('tells that an open case got worse', () => {
    const worse = { ...caseOf('warning', 1, null), level: 'alarm' as const, upgraded: place(2) }
    const changes = again([6, 10], stored(7, caseOf('warning', 1, null)))
    expect(changes.update).toEqual([stored(7, worse)])
    expect(changes.tell).toEqual([{ type: 'upgraded', case: stored(7, worse) }])
  })

  it('takes the mark back without telling anybody where the correction is undone', () => {
    const changes = again([1, 6, 6], stored(7, caseOf('warning', 2, 3), true))
    expect(changes.update).toEqual([stored(7, caseOf('warning', 2, null))])
    expect(changes).toMatchObject({ insert: [], correct: [], tell: [] })
  })

  it('prefers a case that is not corrected, and keeps one of two that became one', () => {
    const [corrected, first, second] = [
      stored(6, caseOf('warning', 1, 2), true),
      stored(7, caseOf('warning', 1, 2)),
      stored(8, caseOf('warning', 3, null)),
    ]
    const changes = again([6, 6, 6], corrected, first, second)
    expect(changes.update).toEqual([stored(7, caseOf('warning', 1, null))])
    expect(changes.correct).toEqual([stored(8, caseOf('warning', 3, 3), true)])
  })
})
