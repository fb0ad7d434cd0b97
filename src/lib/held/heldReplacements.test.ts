// Covers docs/requirements.md: 533, 558

import { expect, test } from 'vitest'
import { categoryType } from '../../../contract/categories.ts'
import type { SavedReplacement } from '../../../offline/rows.ts'
import { aMeter, aReplacement } from '../../../tests/support/responses/meters.ts'
import { lastKnown } from '../live/lastKnown.ts'
import { doubtsOf } from '../readings/plausibility.ts'
import { heldSince, withHeld } from './held.ts'
import { heldReplacementsOf, withReplacements } from './heldReplacements.ts'

const hour = 3_600_000
const now = Date.parse('2026-11-20T09:00:00Z')
const ago = (hours: number) => new Date(now - hours * hour).toISOString()

const row = (over: Partial<SavedReplacement> = {}) =>
  ({
    id: 'a',
    seq: 1,
    meterId: 3,
    state: 'queued',
    oldEnd: 9120.5,
    newStart: 3,
    note: '',
    replacedAt: now - hour,
    sentAt: null,
    replacementId: null,
    ...over,
  }) as SavedReplacement

const counter = aMeter({
  start_value: null,
  end_value: null,
  emergency_start_value: null,
  emergency_end_value: null,
  digit_number: 5,
  decimal_point: 1,
  is_cumulative: true,
  rate: { usual: 12, greatest: 20, days: 1 },
  evidence: [{ value: 9100, created_at: ago(24) }],
})
const sent = (minutesAgo: number) =>
  row({ state: 'sent', sentAt: now - minutesAgo * 60_000, replacementId: 11 })
const heldBy = (rows: SavedReplacement[], minutes: number, replacement = counter.replacement) =>
  heldReplacementsOf(rows, { ...counter, replacement }, now - minutes * 60_000)

test('what is compared begins with the start value as soon as the replacement is stored', () => {
  const meter = withReplacements(counter, heldBy([row()], 0))
  expect(lastKnown(meter).known).toMatchObject({ value: 3, created_at: ago(1) })
  const doubts = (value: number) =>
    doubtsOf({ shown: { value, at: now }, meter, type: categoryType.counter, unit: 'm³' }).map(
      ({ doubt }) => doubt,
    )
  expect([doubts(5), doubts(2), doubts(60)]).toEqual([[], ['backwards'], ['too_fast']])
})

test('a capture held from before it is of the old meter; one from behind it is the last', () => {
  const held = (hours: number) => ({
    id: 'b',
    meterId: 3,
    value: 5,
    at: now - hours * hour,
    abnormal: false,
    arrived: false,
    readingId: null,
  })
  const meter = withReplacements(counter, heldBy([row()], 0))
  const valuesWith = (hours: number) =>
    withHeld(meter, heldSince(meter, held(hours))).evidence.map(({ value }) => value)
  expect([valuesWith(2), valuesWith(0.5)]).toEqual([[3], [5, 3]])
})

test.each([
  ['taken from a photograph', {}, 1],
  ['chosen by a person', { timeChosen: true }, 4],
])('with a clock that is known to be behind, a time %s counts as the server takes it', (_, over, hours) => {
  const behind = row({ replacedAt: now - 4 * hour, clockOffset: -3 * hour, ...over })
  expect(heldBy([behind], 0)).toMatchObject([{ at: now - hours * hour }])
})

test('of several the latest counts, unless the server knows a later one', () => {
  const earlier = row({ id: 'b', replacedAt: now - 2 * hour, newStart: 1 })
  const held = heldBy([earlier, row()], 0)
  expect(held.map(({ newStart }) => newStart)).toEqual([3, 1])
  expect(withReplacements(counter, held).evidence.map(({ value }) => value)).toEqual([3])
  const later = { ...counter, replacement: aReplacement({ replaced_at: ago(0.5) }) }
  expect(withReplacements(later, held)).toBe(later)
})

test.each([
  ['received, and the answer is from before', [sent(10)], 20],
  ['received a moment before the answer, which may have begun earlier', [sent(10)], 9.9],
])('it counts while the server’s meter does not name it: %s', (_, rows, minutes) => {
  expect(heldBy(rows, minutes)).toMatchObject([{ id: 11, arrived: true }])
})

test.each([
  ['the meter names it', [sent(10)], 20, aReplacement({ id: 11 })],
  ['the meter was asked for long after it was received', [sent(10)], 5, null],
  ['the server refuses it', [row({ state: 'rejected' })], 0, null],
  ['a person has discarded it', [row({ state: 'discarded' })], 0, null],
  ['it is of another meter', [row({ meterId: 4 })], 0, null],
])('it no longer counts when %s', (_, rows, minutes, replacement) => {
  expect(heldBy(rows, minutes, replacement)).toEqual([])
})
