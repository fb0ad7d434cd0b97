import type { Board } from '../../../contract/closing/closings.ts'
import type { Cycle } from '../../../contract/closing/cycles.ts'
import type { BoardMeter } from './boardRows.ts'

/**
 * `review`: look at the closing reading in 要確認; `near`: look at the readings near the closing time; `entry`: type a value; `capture`: photograph it again; `estimate`:
 * 認定; `withdraw`: look at the estimate, and withdraw it; `reading`: look at the closing reading; `meter`: at the meter.
 */
export type Repair = 'review' | 'near' | 'entry' | 'capture' | 'estimate' | 'withdraw' | 'reading' | 'meter'

const day = 86_400_000

/** Whether a photograph taken now can still close the month. */
const canPhotograph = (board: Pick<Board, 'to'>, cycle: Pick<Cycle, 'round_tolerance_days'>, now: number) =>
  Math.abs(Date.parse(board.to) - now) <= cycle.round_tolerance_days * day

/** What can be done about a meter of a board, most likely first. `now` in milliseconds since 1970. */
export function repairsOf(row: BoardMeter, board: Board, cycle: Cycle, now: number): Repair[] {
  if (row.meter === undefined) return []
  const reading: Repair[] = row.end !== null && row.end.reading_ids.length > 0 ? ['reading'] : []
  const review: Repair[] = reading.length > 0 ? ['review'] : []
  if (row.closed_as !== null) return row.state === 'corrected' ? [...reading, 'meter'] : reading
  const capture: Repair[] = canPhotograph(board, cycle, now) ? ['capture'] : []
  const estimate: Repair[] = Date.parse(board.to) <= now ? ['estimate'] : []
  if (row.state === 'missing') return ['entry', ...estimate, ...capture]
  if (row.state === 'estimated') return ['withdraw', 'entry', ...capture]
  if (row.state === 'review')
    return row.end === null ? ['near', 'entry', ...estimate, ...capture] : [...review, ...reading, 'meter']
  if (row.checks.length === 0) return reading
  const meter: Repair[] = row.checks.some(({ check }) => check === 'verification_expired') ? ['meter'] : []
  return [...review, ...reading, ...meter, ...capture]
}
