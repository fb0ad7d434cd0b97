// Covers docs/requirements.md: 898

import { expect, it } from 'vitest'
import { aStop } from '../../../tests/support/responses/rounds.ts'
import type { ShownRound } from '../../lib/held/heldRound.ts'
import { roundsOfToday } from './roundsOfToday.ts'

const at = (local: string) => `2026-11-${local}:00+09:00`
const today = { now: Date.parse(at('20T10:00')), zone: 'Asia/Tokyo', userId: 1 }
const daily = { every: 'day' as const, weekdays: [1, 2, 3, 4, 5], time: '17:00' }

/** A round of one day without a schedule, of which two meters are left. */
function aRound(over: Partial<ShownRound>): ShownRound {
  const stops = [aStop(1), aStop(2)].map((stop) => ({ ...stop, unsent: false }))
  return {
    inspection_id: 7,
    inspection_name: '巡回',
    schedule: null,
    assignee: null,
    begins_at: at('20T00:00'),
    ends_at: at('21T00:00'),
    due_at: null,
    is_set_after_due: false,
    done_at: null,
    missed_at: null,
    planned: 2,
    captured: 0,
    skipped: 0,
    remaining: 2,
    abnormal: 0,
    unsure: 0,
    unsent: 0,
    stops,
    ...over,
  }
}
const week = { begins_at: at('16T00:00'), ends_at: at('23T00:00') }

it.each<[string, Partial<ShownRound>, boolean]>([
  ['of this day without a due time', {}, true],
  ['due today', { schedule: daily, due_at: at('20T17:00') }, true],
  ['late since yesterday', { ...week, schedule: daily, due_at: at('19T17:00') }, true],
  ['due tomorrow', { ...week, schedule: daily, due_at: at('21T17:00') }, false],
  ['due tomorrow and begun', { ...week, schedule: daily, due_at: at('21T17:00'), remaining: 1 }, true],
  ['of a day without its weekday', { schedule: daily }, false],
  ['done', { due_at: at('20T17:00'), remaining: 0 }, false],
  ['over', { begins_at: at('19T00:00'), ends_at: at('20T00:00'), due_at: at('19T17:00') }, false],
])('a round %s: %o is shown: %s', (_, over, isShown) => {
  expect(roundsOfToday([aRound(over)], today).length === 1).toBe(isShown)
})

it('the user’s own rounds come first, then the worst', () => {
  const late = aRound({ inspection_id: 1, due_at: at('20T09:00'), schedule: daily })
  const due = aRound({ inspection_id: 2, due_at: at('20T17:00'), schedule: daily })
  const own = aRound({ inspection_id: 3, assignee: { id: 1, username: '点検 太郎' } })
  expect(roundsOfToday([due, own, late], today).map(({ inspection_id: id }) => id)).toEqual([3, 1, 2])
})
