import { Failure } from '../../api/call.ts'
import { isValidInstant, parseLocalTime } from '../../time-zone.ts'

/** Milliseconds that a phone’s clock may differ from ours. */
const tolerance = 2 * 60_000
/** Milliseconds that a desktop computer’s clock may be ahead: a reading from the future would stay the latest. */
const maxAhead = 60 * 60_000

const refused = (path: string, message: string) =>
  new Failure('validation_failed', { issues: [{ path, message }] })

/** The time a person entered, in the organization’s zone. */
export function measuredAt(local: string, zone: string, now: Date): Date {
  const at = parseLocalTime(zone, local)
  if (at === null) throw refused('created_at', '日時が正しくありません')
  return chosenAt(at, now, 'created_at')
}

/** The time a person chose, whatever the clock of the phone or computer shows. `path`: of the field that says it. */
export function chosenAt(at: Date, now: Date, path: string): Date {
  if (!isValidInstant(at)) throw refused(path, '日時が正しくありません')
  if (at.getTime() > now.getTime() + maxAhead) throw refused(path, '未来の日時は登録できません')
  return at
}

/**
 * When a phone took the picture by our clock; corrected where the phone’s clock is off. `now`: when the request began.
 * `path`: of the field that says it.
 */
export function capturedAt(
  captured: Date,
  sent: Date,
  now: Date,
  path = 'captured_at',
): { createdAt: Date; offsetMs: number } {
  const offsetMs = sent.getTime() - now.getTime()
  const isRight = Math.abs(offsetMs) <= tolerance
  const told = isRight ? captured : new Date(captured.getTime() - offsetMs)
  // The phone’s clock was changed in between.
  const createdAt = told.getTime() > now.getTime() + tolerance ? now : told
  if (!isValidInstant(captured) || !isValidInstant(told)) throw refused(path, '日時が正しくありません')
  return { offsetMs, createdAt }
}
