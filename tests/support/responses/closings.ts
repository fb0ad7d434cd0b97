import { initialChecks } from '../../../contract/closing/checks.ts'
import type { Board, BoardRow, Closing } from '../../../contract/closing/closings.ts'
import type { Cycle } from '../../../contract/closing/cycles.ts'

/** Meters 1 to 3 at the end of the month. */
export const aCycle = (over: Partial<Cycle> = {}): Cycle => ({
  id: 1,
  name: '電気',
  closing_day: 31,
  closing_hour: 24,
  device_tolerance_hours: 24,
  round_tolerance_days: 3,
  checks: [...initialChecks],
  meter_ids: [1, 2, 3],
  ...over,
})

/** An index, as the closing reading with this id shows it. */
export const anIndex = (id: number, value: number, at: string): NonNullable<BoardRow['end']> => ({
  value,
  at,
  reading_ids: [id],
  picture_sha256: null,
})

/** A meter that is confirmed: 331 from 700 to 1,031. */
export const aBoardRow = (over: Partial<BoardRow> = {}): BoardRow => ({
  meter_id: 1,
  meter_name: '受電',
  state: 'confirmed',
  closed_as: null,
  allocation: null,
  usage: 331,
  adjustment: 0,
  difference: null,
  mark: 'exact',
  days: 30,
  start: anIndex(11, 700, '2026-09-30T23:00:00.000+09:00'),
  end: anIndex(12, 1031, '2026-10-31T23:00:00.000+09:00'),
  segments: [],
  checks: [],
  reason: null,
  ...over,
})

export const aClosing = (over: Partial<Closing> = {}): Closing => ({
  id: 5,
  month: '2026-09',
  version: 1,
  to: '2026-10-01T00:00:00.000+09:00',
  closed_at: '2026-10-02T09:12:00.000+09:00',
  user: { id: 2, username: '佐藤' },
  reason: null,
  rules: 1,
  ...over,
})

/** October, which is open. */
export const aBoard = (over: Partial<Board> = {}): Board => ({
  month: '2026-10',
  from: '2026-10-01T00:00:00.000+09:00',
  to: '2026-11-01T00:00:00.000+09:00',
  closing: null,
  meters: [aBoardRow()],
  ...over,
})
