// Covers docs/requirements.md: 491

import { expect, it } from 'vitest'
import { aRound } from '../../../tests/support/responses/rounds.ts'
import { stateOf, worstFirst } from './roundState.ts'

const now = Date.parse('2026-11-25T10:00:00+09:00')
const clock = (time: string) => `2026-11-25T${time}:00+09:00`
const earlier = clock('09:00')
const later = clock('11:00')
const latest = clock('12:00')

const named = (inspection_name: string, over: Parameters<typeof aRound>[0]) =>
  aRound({ inspection_name, planned: 3, remaining: 3, ...over })

it('a round is late once its time has passed and it is not done, whatever was done in it', () => {
  const states = [
    named('untouched', { due_at: later }),
    named('walking', { due_at: later, remaining: 1 }),
    named('late', { due_at: earlier, remaining: 1 }),
    named('done', { due_at: earlier, remaining: 0, done_at: later }),
    // By what this phone holds.
    named('done', { due_at: earlier, remaining: 0 }),
  ].map((round) => [round.inspection_name, stateOf(round, now)])
  for (const [name, state] of states) expect(state).toBe(name)
})

it('the worst round comes first: late, then the next due, then those with values to look at', () => {
  const rounds = [
    named('done', { done_at: earlier, remaining: 0 }),
    named('done, abnormal', { done_at: earlier, remaining: 0, abnormal: 1 }),
    named('without due time', {}),
    named('due at noon', { due_at: latest }),
    named('due at eleven', { due_at: later }),
    named('late', { due_at: earlier }),
  ]
  expect(worstFirst(rounds, now).map(({ inspection_name }) => inspection_name)).toEqual([
    'late',
    'due at eleven',
    'due at noon',
    'without due time',
    'done, abnormal',
    'done',
  ])
})
