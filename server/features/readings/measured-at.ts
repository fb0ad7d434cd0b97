import { Failure } from '../../api/call.ts'
import { isValidInstant, parseLocalTime } from '../../time-zone.ts'

/** Up to here a phone’s clock counts as right. */
const tolerance = 2 * 60_000
/** So far may a desk’s clock be ahead. What was measured later than now would stay the latest until then. */
const maxAhead = 60 * 60_000

/** When a person says it was measured, in the organization’s zone. */
export function measuredAt(local: string, zone: string, now: Date): Date {
  const refuse = (message: string) =>
    new Failure('validation_failed', { issues: [{ path: 'created_at', message }] })
  const at = parseLocalTime(zone, local)
  if (at === null) throw refuse('日時が正しくありません')
  if (at.getTime() > now.getTime() + maxAhead) throw refuse('未来の日時は登録できません')
  return at
}

/** When a phone took the picture by our clock: its own word, less what its clock was ahead when that is too much. */
export function capturedAt(captured: Date, sent: Date, now: Date): { createdAt: Date; offsetMs: number } {
  const offsetMs = sent.getTime() - now.getTime()
  const isRight = Math.abs(offsetMs) <= tolerance
  const told = isRight ? captured : new Date(captured.getTime() - offsetMs)
  // Its clock was moved in between: no picture is taken after it has come.
  const createdAt = told.getTime() > now.getTime() + tolerance ? now : told
  if (!isValidInstant(captured) || !isValidInstant(told)) {
    throw new Failure('validation_failed', {
      issues: [{ path: 'captured_at', message: '日時が正しくありません' }],
    })
  }
  return { offsetMs, createdAt }
}
