import { expect, test } from 'vitest'
import type { Meter } from '../../../contract/meters.ts'
import type { Capture } from '../../../offline/captures.ts'
import { aMeter } from '../../../tests/support/meters.ts'
import { nextStop, roundOf } from './inspectionRound.ts'

const now = 1_790_000_000_000
const hour = 3_600_000

const meter = (id: number, change: Partial<Meter> = {}): Meter =>
  aMeter({
    id,
    name: `No.${id}`,
    device: { id: 9, name: '巡回', type: 5, status: 1 },
    inspection_id: 7,
    ...change,
  })

const captured = (meterId: number, hoursAgo: number) =>
  ({ meterId, capturedAt: now - hoursAgo * hour }) as Capture

test('a round is the phone-read meters of the inspection group, those of the last hours done', () => {
  const camera = { id: 8, name: 'カメラ', type: 0, status: 1 } as const
  const meters = [meter(3), meter(1), meter(2, { device: camera }), meter(4, { inspection_id: 6 }), meter(5)]
  const round = roundOf(meter(1), meters, [captured(3, 1), captured(5, 13)], now)
  expect(round.map((stop) => [stop.meter.id, stop.done])).toEqual([
    [1, false],
    [3, true],
    [5, false],
  ])
})

test.each([
  ['the one that follows', 1, [], 3],
  ['the one after those that are done', 1, [captured(3, 1)], 5],
  ['from the beginning again at the end', 5, [], 1],
  ['nothing when all others are done', 1, [captured(3, 1), captured(5, 1)], undefined],
])('next comes %s', (_, here, captures, next) => {
  const round = roundOf(meter(1), [meter(1), meter(3), meter(5)], captures, now)
  expect(nextStop(here, round)?.id).toBe(next)
})
