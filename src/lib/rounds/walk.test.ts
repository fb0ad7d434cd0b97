// Covers docs/requirements.md: 500, 502, 558, 604, 1012

import { expect, test } from 'vitest'
import type { Meter } from '../../../contract/meters.ts'
import type { Round, Stop } from '../../../contract/rounds.ts'
import type { Capture } from '../../../offline/captures.ts'
import type { Skip } from '../../../offline/rows.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { aRound } from '../../../tests/support/responses/rounds.ts'
import { heldRound } from '../held/heldRound.ts'
import { type Known, nextLeft, walkOf } from './walk.ts'

const hour = 3_600_000
const now = Date.parse('2026-11-20T09:00:00Z')
const iso = (time: number) => new Date(time).toISOString()

const meter = (id: number, change: Partial<Meter> = {}): Meter =>
  aMeter({
    id,
    name: `No.${id}`,
    device: { id: 9, name: '巡回', type: 5, status: 1 },
    inspection_id: 7,
    ...change,
  })

const stop = (id: number, change: Partial<Stop> = {}): Stop => ({
  meter_id: id,
  meter_name: `No.${id}`,
  place_note: `${id}階`,
  reading: null,
  skip: null,
  ...change,
})
const colleague = { id: 2, username: '山田' }
const readBy = (id: number) => ({
  id,
  value: 0.3,
  created_at: iso(now - hour),
  is_abnormal: false,
  is_unsure: false,
  read_state: null,
  thumbnail: null,
  user: colleague,
})

const known = (stops: Stop[] | null, change: Partial<Known> = {}): Known => ({
  round: stops
    ? ({ inspection_id: 7, begins_at: iso(now - 4 * hour), ends_at: iso(now + 20 * hour), stops } as Round)
    : undefined,
  fetchedAt: now - hour,
  midnight: now - 9 * hour,
  withdrawn: new Set<string>(),
  withdrawnReadings: new Set<number>(),
  now,
  ...change,
})

const capture = (meterId: number, change: Partial<Capture> = {}) =>
  ({
    id: `${meterId}`,
    seq: meterId,
    meterId,
    state: 'queued',
    value: 0.9,
    capturedAt: now - hour / 2,
    sentAt: null,
    readingId: null,
    ...change,
  }) as Capture

const skip = (meterId: number, change: Partial<Skip> = {}) =>
  ({
    seq: 50 + meterId,
    meterId,
    state: 'queued',
    sentAt: null,
    reason: 'stopped',
    note: '',
    skippedAt: now - hour / 2,
    ...change,
  }) as Skip

const group = { id: 7, name: '朝の巡回' }
const three = [meter(1), meter(2), meter(3)]
const states = ({ stops }: ReturnType<typeof walkOf>) =>
  stops.map((each) => `${each.meter.id} ${each.state}${each.unsent ? ' unsent' : ''}`)

test('the round has the group’s order, and what server and phone have of it', () => {
  const stops = [
    stop(3, { reading: readBy(8) }),
    stop(1),
    stop(2, { skip: { key: 'k', reason: 'no_access', note: '', skipped_at: iso(now), user: colleague } }),
  ]
  const walk = walkOf(group, [...three, meter(4)], [capture(1)], [skip(4)], known(stops))
  expect(states(walk)).toEqual(['3 captured', '1 captured unsent', '2 skipped', '4 skipped unsent'])
  expect(walk).toMatchObject({ captured: 2, skipped: 2, left: 0, unsent: 2 })
  expect(walk.stops[0]).toMatchObject({ by: '山田', placeNote: '3階', reading: { value: 0.3 } })
  expect(walk.stops[1]?.reading).toMatchObject({ value: 0.9, abnormal: true })
  expect(nextLeft(walk, null)).toBeNull()
})

test('a phone whose clock is known to be wrong counts what was done in the round, and nothing from before it', () => {
  const behind = { clockOffset: -5 * hour }
  const ahead = { clockOffset: 5 * hour }
  const captures = [
    capture(1, { capturedAt: now - 5 * hour, ...behind }),
    capture(2, { capturedAt: now, ...ahead }),
    capture(3, { capturedAt: now, clockOffset: 90_000 }),
  ]
  const skips = [skip(4, { skippedAt: now - 5 * hour, ...behind }), skip(5, { skippedAt: now, ...ahead })]
  const walk = walkOf(
    group,
    [1, 2, 3, 4, 5].map((id) => meter(id)),
    captures,
    skips,
    known([1, 2, 3, 4, 5].map((id) => stop(id))),
  )
  expect(walk.stops.map(({ state, reading, skip: skipped }) => [state, (reading ?? skipped)?.at])).toEqual([
    ['captured', now],
    ['left', undefined],
    ['captured', now],
    ['skipped', now],
    ['left', undefined],
  ])
})

test('without the server’s data it is the group’s meters by number, done since midnight', () => {
  const camera = { id: 8, name: 'カメラ', type: 0, status: 1 } as const
  const meters = [meter(3), meter(1), meter(2, { device: camera }), meter(4, { inspection_id: 6 }), meter(5)]
  const captures = [capture(3), capture(5, { capturedAt: now - 10 * hour })]
  expect(states(walkOf(group, meters, captures, [], known(null)))).toEqual([
    '1 left',
    '3 captured unsent',
    '5 left',
  ])
})

test('a round keeps what this phone sent until the server’s answer names it', () => {
  const skipped = { key: 'k', reason: 'stopped', note: '', skipped_at: iso(now), user: colleague } as const
  const round = aRound({ stops: [stop(1), stop(2), stop(3, { skip: skipped })], skipped: 1, remaining: 2 })
  const shown = (captures: Capture[], skips: Skip[]) =>
    heldRound(round, walkOf(group, three, captures, skips, known(round.stops)))
  const sent = { state: 'sent', sentAt: now - hour } as const
  expect(shown([capture(1, { ...sent, readingId: 9 })], [skip(2, sent)])).toMatchObject({
    captured: 1,
    skipped: 2,
    remaining: 0,
    unsent: 0,
  })
  expect(shown([capture(1)], [])).toMatchObject({ captured: 1, skipped: 1, remaining: 1, unsent: 1 })
  expect(shown([], [])).toMatchObject({ captured: 0, skipped: 1, remaining: 2, unsent: 0 })
})

test('a skip that was taken back on this phone is left, before the server says so', () => {
  const stops = [
    stop(1, { skip: { key: 'k', reason: 'no_access', note: '', skipped_at: iso(now), user: colleague } }),
  ]
  const at = { ...known(stops), withdrawn: new Set(['k']) }
  expect(states(walkOf(group, [meter(1)], [], [], at))).toEqual(['1 left'])
})

test('a capture that was taken back on this phone leaves its meter to be photographed, before the server says so', () => {
  const stops = [stop(1, { reading: readBy(8) }), stop(2, { reading: readBy(9) })]
  const at = { ...known(stops), withdrawnReadings: new Set([8]) }
  expect(states(walkOf(group, [meter(1), meter(2)], [], [], at))).toEqual(['1 left', '2 captured'])
})

test('of a round that is over only the order is kept, and the next one begins', () => {
  const stops = [stop(2, { reading: readBy(8) }), stop(1), stop(3)]
  const later = known(stops, { now: now + 21 * hour })
  const captures = [capture(1), capture(3, { capturedAt: now + 20.5 * hour })]
  expect(states(walkOf(group, three, captures, [], later))).toEqual(['2 left', '1 left', '3 captured unsent'])
})

test.each([
  ['a photograph takes a skip back', [capture(1)], [skip(1)], stop(1), '1 captured unsent'],
  [
    'a photograph that the server refused is left',
    [capture(1, { state: 'rejected' })],
    [],
    stop(1),
    '1 left',
  ],
  [
    'a received photograph counts before the server’s data has it',
    [capture(1, { state: 'sent', sentAt: now - hour, readingId: 9 })],
    [],
    stop(1),
    '1 captured',
  ],
  [
    'a reading that was deleted on the server is left again',
    [capture(1, { state: 'sent', sentAt: now - 2 * hour, readingId: 9 })],
    [],
    stop(1),
    '1 left',
  ],
  [
    'a photograph that was deleted on the server leaves the one before it',
    [capture(1, { state: 'sent', sentAt: now - 2 * hour, readingId: 9 })],
    [],
    stop(1, { reading: readBy(8) }),
    '1 captured by 山田',
  ],
  [
    'a later photograph by a colleague counts instead of one’s own that has arrived',
    [capture(1, { state: 'sent', sentAt: now - 2 * hour, readingId: 7 })],
    [],
    stop(1, { reading: readBy(8) }),
    '1 captured by 山田',
  ],
  [
    'a skip of an earlier round does not count',
    [],
    [skip(1, { skippedAt: now - 5 * hour })],
    stop(1),
    '1 left',
  ],
])('%s', (_, captures, skips, planned, state) => {
  const walk = walkOf(group, [meter(1)], captures, skips, known([planned]))
  const by = walk.stops[0]?.by ?? null
  expect(states(walk).map((each) => (by === null ? each : `${each} by ${by}`))).toEqual([state])
})

test.each([
  ['the one that follows', 1, [], 2],
  ['the one after those that are done', 1, [capture(2)], 3],
  ['from the beginning again at the end', 3, [], 1],
  ['from the start', null, [capture(1)], 2],
  ['nothing when all others are done', 1, [capture(2), capture(3)], undefined],
])('next comes %s', (_, here, captures, next) => {
  const walk = walkOf(group, three, captures, [], known(null))
  expect(nextLeft(walk, here)?.meter.id).toBe(next)
})

test('a meter that somebody asks to be photographed again is left, until this phone has done so', () => {
  const retake = { requested_by: '佐藤', requested_at: iso(now - hour / 4) }
  const stops = [stop(1, { reading: readBy(8), retake }), stop(2, { reading: readBy(9) })]
  // The photograph of which the value is in doubt was taken with this phone.
  const taken = capture(1, { state: 'sent', readingId: 8, sentAt: now - hour / 2 })
  const walk = walkOf(group, [meter(1), meter(2)], [taken], [], known(stops))
  expect(states(walk)).toEqual(['1 left', '2 captured'])
  expect(nextLeft(walk, null)).toMatchObject({ meter: { id: 1 }, retake })
  const again = capture(1, { seq: 99, capturedAt: now })
  const done = walkOf(group, [meter(1), meter(2)], [taken, again], [], known(stops))
  expect(states(done)).toEqual(['1 captured unsent', '2 captured'])
  const round = { ...aRound({ stops }), inspection_id: 7 }
  expect(heldRound(round, walk).stops[0]?.retake).toEqual(retake)
  expect(heldRound(round, done).stops[0]?.retake).toBeUndefined()
})
