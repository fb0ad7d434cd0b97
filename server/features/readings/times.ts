import { Failure } from '../../api/call.ts'
import { instantOf, isInCalendar } from '../../zone.ts'

/** Up to here a phone’s clock counts as right. */
const tolerance = 2 * 60_000

/** When a person says it was measured, in the organization’s zone. */
export function measuredAt(local: string, zone: string): Date {
  const at = instantOf(zone, local)
  if (at === null) {
    throw new Failure('validation_failed', {
      issues: [{ path: 'created_at', message: '日時が正しくありません' }],
    })
  }
  return at
}

/** When a phone took the picture by our clock: its own word, less what its clock was ahead when that is too much. */
export function capturedAt(captured: Date, sent: Date, now: Date): { createdAt: Date; offsetMs: number } {
  const offsetMs = sent.getTime() - now.getTime()
  const isRight = Math.abs(offsetMs) <= tolerance
  const createdAt = isRight ? captured : new Date(captured.getTime() - offsetMs)
  if (!isInCalendar(captured) || !isInCalendar(createdAt)) {
    throw new Failure('validation_failed', {
      issues: [{ path: 'captured_at', message: '日時が正しくありません' }],
    })
  }
  return { offsetMs, createdAt }
}
