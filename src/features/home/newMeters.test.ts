// Covers docs/requirements.md: 5, 49, 270

import { expect, test } from 'vitest'
import type { Meter } from '../../../contract/meters.ts'
import { newMeterGroups } from './newMeters.ts'

const now = Date.parse('2026-11-20T12:00:00+09:00')
/** The fields that are read. */
const created = (id: number, at: string) => ({ id, created_at: at }) as Meter

test('each meter stands in the youngest group that its age allows, the newest first', () => {
  const meters = [
    created(1, '2026-11-19T12:00:00+09:00'),
    created(2, '2026-11-19T11:59:59+09:00'),
    created(3, '2026-11-20T11:00:00+09:00'),
    created(4, '2026-11-13T12:00:00+09:00'),
    created(5, '2026-11-13T11:59:59+09:00'),
    created(6, '2026-11-06T11:59:59+09:00'),
    created(7, '2026-10-20T12:00:00+09:00'),
    created(8, '2026-10-20T11:59:59+09:00'),
  ]
  expect(
    newMeterGroups(meters, now).map(({ label, meters: held }) => [label, held.map(({ id }) => id)]),
  ).toEqual([
    ['1日以内', [3, 1]],
    ['1週間以内', [2, 4]],
    ['2週間以内', [5]],
    ['1ヶ月以内', [6, 7]],
  ])
})
