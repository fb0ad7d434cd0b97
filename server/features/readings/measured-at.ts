import { clockTolerance, correctionOf } from '../../../contract/time/phoneClock.ts'
import { Failure } from '../../api/call.ts'
import { isValidInstant, parseLocalTime } from '../../time-zone.ts'

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

interface PhoneClock {
  /** What it showed when sending. */
  sent: Date
  /** Milliseconds by which it was ahead of ours, as last known when the time was taken; undefined: not known. */
  known?: number | undefined
  /** When the request began, by ours. */
  startedAt: Date
}

/**
 * When a phone took the picture by our clock (`docs/decisions/006-phone-clocks.md`), and by how many milliseconds the
 * phone’s was ahead. `path`: of the field that says it.
 */
export function capturedAt(
  captured: Date,
  { sent, known, startedAt }: PhoneClock,
  path = 'captured_at',
): { createdAt: Date; offsetMs: number; knownOffsetMs: number | null } {
  const offsetMs = sent.getTime() - startedAt.getTime()
  const isKnownWrong = known !== undefined && Math.abs(known) > clockTolerance
  const wasMoved = isKnownWrong && Math.abs(known - offsetMs) > clockTolerance
  const times = (wasMoved ? [known, offsetMs] : [offsetMs]).map(
    (offset) => new Date(captured.getTime() - correctionOf(offset)),
  )
  if (![captured, ...times].every(isValidInstant)) throw refused(path, '日時が正しくありません')
  const latest = startedAt.getTime() + clockTolerance
  const createdAt = times.find((time) => time.getTime() <= latest) ?? startedAt
  return { offsetMs, knownOffsetMs: known ?? null, createdAt }
}
