import { Failure } from '../../api/call.ts'

/** No device is older; clocks that were never set say 1970 or 2000. */
const earliest = Date.UTC(2020, 0, 1)

/** Milliseconds that a device’s clock is ahead of ours, where that is more than it may be; null: right, or unknown. */
export function clockOffset(sent: Date | null, startedAt: Date, allowedSeconds: number): number | null {
  if (sent === null) return null
  const offset = sent.getTime() - startedAt.getTime()
  return Math.abs(offset) > allowedSeconds * 1000 ? offset : null
}

/**
 * When something was measured by our clock. `path` is named where that cannot be: the time lies ahead, or before there
 * were such devices, and nothing says how far the device’s clock is off.
 */
export function measuredTime(
  told: Date,
  offset: number | null,
  now: Date,
  allowedSeconds: number,
  path: string,
): Date {
  const at = new Date(told.getTime() - (offset ?? 0))
  const refuse = (message: string) => new Failure('time_refused', { issues: [{ path, message }] })
  if (at.getTime() > now.getTime() + allowedSeconds * 1000) throw refuse('未来の日時です')
  if (!(at.getTime() >= earliest)) throw refuse('2020年より前の日時です')
  return at
}

/** For the device’s history. */
export function offsetText(offset: number): string {
  const seconds = Math.round(Math.abs(offset) / 1000)
  const parts = [
    [Math.floor(seconds / 86_400), '日'],
    [Math.floor(seconds / 3600) % 24, '時間'],
    [Math.floor(seconds / 60) % 60, '分'],
    [seconds % 60, '秒'],
  ] as const
  const first = parts.findIndex(([amount]) => amount > 0)
  const shown = parts.slice(first, first + 2).filter(([amount]) => amount > 0)
  const length = shown.map(([amount, unit]) => `${amount}${unit}`).join('')
  return `端末の時計が${length}${offset > 0 ? '進んで' : '遅れて'}いたため、測定日時を補正しました。`
}
