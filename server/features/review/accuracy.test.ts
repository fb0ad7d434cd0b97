// Covers docs/requirements.md: 1018, 1019

import { describe, expect, it } from 'vitest'
import { accuracyOf, causeOf, type Outcome, wrongShare } from './accuracy.ts'

const outcome = (kept: number, over: Partial<Outcome> = {}): Outcome => ({
  kind: 'unsure',
  read: 412.5,
  kept,
  isWrong: kept !== 412.5,
  decimals: 1,
  registration: null,
  seconds: null,
  ...over,
})
const right = Array.from({ length: 19 }, () => outcome(412.5))

describe('the accuracy of a meter', () => {
  it('counts sure, unsure and blind ones apart, with the median time and the digit that fails', () => {
    const all = [
      outcome(412.5, { kind: 'sure', seconds: 2 }),
      outcome(422.5, { seconds: 4 }),
      outcome(432.5, { seconds: 9 }),
      outcome(412.4, { kind: 'blind' }),
    ]
    const accuracy = accuracyOf(3, '受電', all)
    expect(accuracy).toMatchObject({
      sure: { decided: 1, wrong: 0 },
      unsure: { decided: 2, wrong: 2 },
      blind: { decided: 1, wrong: 1 },
      seconds: 4,
      digit: 3,
    })
    expect(wrongShare(accuracy)).toBe(0.75)
  })

  it('has a cause from more than one in twenty on, if enough is known', () => {
    expect(causeOf([...right, outcome(412.5)])).toBeNull()
    expect(causeOf([...right, outcome(422.5)])).toBeNull()
    expect(causeOf([outcome(422.5), outcome(432.5)])).toBeNull()
    expect(causeOf([...right, outcome(422.5), outcome(432.5)])).toBe('digit')
    expect(causeOf([...right, outcome(422.5), outcome(512.5)])).toBe('picture')
    const moved = { registration: 0.2 }
    expect(causeOf([...right, outcome(422.5, moved), outcome(432.5, moved)])).toBe('moved')
  })
})
