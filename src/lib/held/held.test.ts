// Covers docs/requirements.md: 499, 530, 558, 643

import { expect, test } from 'vitest'
import type { Capture } from '../../../offline/captures.ts'
import type { Entry, ValueRow } from '../../../offline/rows.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { heldOf, lastShownAt } from './held.ts'

const hour = 3_600_000
const now = Date.parse('2026-11-20T09:00:00Z')
const last = (id: number, hoursAgo: number) => ({
  id,
  value: 0.4,
  created_at: new Date(now - hoursAgo * hour).toISOString(),
  is_abnormal: false,
  is_unsure: false,
  read_state: null,
  thumbnail: null,
})

const capture = (over: Partial<Capture> = {}) =>
  ({
    id: 'a',
    seq: 1,
    meterId: 3,
    state: 'queued',
    value: 0.9,
    capturedAt: now - hour,
    sentAt: null,
    readingId: null,
    ...over,
  }) as Capture

const sent = (minutesAgo: number) =>
  capture({ state: 'sent', sentAt: now - minutesAgo * 60_000, readingId: 8 })

/** The meters fetched `minutes` ago. */
const heldBy = (captures: ValueRow[], minutes: number, reading = last(7, 24)) =>
  heldOf(captures, [aMeter({ id: 3, last_reading: reading })], now - minutes * 60_000).get(3)

test('the newest capture of a meter counts before it is sent, judged by the meter’s range', () => {
  const older = capture({ id: 'b', seq: 0, value: 0.1 })
  expect(heldBy([capture(), older], 0)).toMatchObject({ id: 'a', value: 0.9, abnormal: true, arrived: false })
})

test('a value without a photograph counts like a capture, one of an earlier time by that time', () => {
  const entry = (over: Partial<Entry>) => ({ ...capture(), kind: 'entry', ...over }) as Entry
  expect(heldBy([entry({ value: 0.5 })], 0)).toMatchObject({ value: 0.5 })
  const earlier = entry({ id: 'b', seq: 2, value: 0.1, capturedAt: now - 5 * hour, savedAt: now })
  expect(heldBy([capture(), earlier], 0)).toMatchObject({ id: 'a', value: 0.9 })
})

test.each([
  ['received, and the answer is from before', [sent(10)], 20, last(7, 24)],
  ['received a moment before the answer, which may have begun earlier', [sent(10)], 9.9, last(7, 24)],
  ['left to the server', [capture({ value: null, state: 'draft' })], 0, last(7, 24)],
  ['taken behind the answer by a clock that is late', [capture()], 90, last(7, 0.5)],
])('it counts while the list does not name it: %s', (_, captures, minutes, reading) => {
  expect(heldBy(captures, minutes, reading)).toBeDefined()
})

test('a clock that is known to be behind makes a photograph neither older nor earlier', () => {
  const behind = capture({ capturedAt: now - 4 * hour, clockOffset: -3 * hour })
  expect(heldBy([behind], 0, last(7, 2))).toMatchObject({ at: now - hour })
})

test.each([
  ['its reading is the last', [sent(10)], 10, last(8, 1)],
  ['the list was asked for long after it was received', [sent(10)], 5, last(7, 24)],
  ['somebody else’s reading is newer', [capture()], 0, last(9, 0.5)],
  [
    'somebody else’s reading is newer, and the clock is known to be ahead',
    [capture({ capturedAt: now + hour, clockOffset: 2 * hour })],
    -90,
    last(9, 0.5),
  ],
  ['the server refuses it', [capture({ state: 'rejected' })], 0, last(7, 24)],
])('it no longer counts when %s', (_, captures, minutes, reading) => {
  expect(heldBy(captures, minutes, reading)).toBeUndefined()
})

test.each<[string, Partial<Parameters<typeof lastShownAt>[0]>, Capture[], number | null]>([
  ['never', {}, [], null],
  ['a reading that is no evidence', { last_reading: last(7, 2) }, [], 2],
  [
    'the evidence',
    { evidence: [{ value: 1, created_at: last(7, 1).created_at }], last_reading: last(7, 2) },
    [],
    1,
  ],
  [
    'a photograph by a clock that is known to be ahead',
    {},
    [capture({ capturedAt: now + hour, clockOffset: 2 * hour })],
    1,
  ],
  ['a photograph that the server reads', { last_reading: last(7, 2) }, [capture({ value: null })], 1],
  [
    'none of another meter, discarded, later, or the photograph itself',
    {},
    [
      capture({ meterId: 4 }),
      capture({ state: 'discarded' }),
      capture({ capturedAt: now + 1 }),
      capture({ id: 'x' }),
    ],
    null,
  ],
])('a meter was last shown before a photograph by %s', (_, over, captures, hours) => {
  const at = lastShownAt(aMeter(over), captures, { id: 'x', at: now })
  expect(at).toBe(hours === null ? null : now - hours * hour)
})

test('a picture that was taken before does not become the newest by being chosen later', () => {
  const live = capture({ id: 'live', seq: 1, capturedAt: now })
  const chosen = capture({ id: 'chosen', seq: 2, capturedAt: now - hour, savedAt: now })
  expect(heldOf([live, chosen], [aMeter()], now).get(3)?.id).toBe('live')
})
