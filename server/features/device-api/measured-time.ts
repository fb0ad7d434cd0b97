/** No device is older; clocks that were never set say 1970 or 2000. */
const earliest = Date.UTC(2020, 0, 1)

/** Milliseconds that a device’s clock is ahead of ours, where that is more than it may be; null: right, or unknown. */
export function clockOffset(sent: Date | null, startedAt: Date, allowedSeconds: number): number | null {
  if (sent === null) return null
  const offset = sent.getTime() - startedAt.getTime()
  return Math.abs(offset) > allowedSeconds * 1000 ? offset : null
}

/** What a call says that times should be written as. */
const formats = {
  iso: 'オフセット付きの日時（例: 2026-11-20T09:00:00+09:00）',
  seconds: '正しい秒数（1970年から。例: 1795132800）',
}

/** A time by the device’s clock: as it was sent, and null where that is missing or unreadable. */
export interface ReportedTime {
  text: string
  at: Date | null
  format: keyof typeof formats
}

export interface MeasuredTime {
  at: Date
  /** The time of arrival is used, because the device’s own cannot be right. */
  isArrival: boolean
}

/**
 * When something was measured by our clock. `reported` is the device’s time, or null if it is unreadable. The time of arrival
 * is used where the device’s cannot be right: before 2020, or ahead by more than its clock may be, also when corrected.
 */
export function measuredTime(
  reported: Date | null,
  offset: number | null,
  now: Date,
  allowedSeconds: number,
): MeasuredTime {
  const at = reported === null ? Number.NaN : reported.getTime() - (offset ?? 0)
  const isPossible = at >= earliest && at <= now.getTime() + allowedSeconds * 1000
  return { at: isPossible ? new Date(at) : now, isArrival: !isPossible }
}

/** For the device’s history. */
export const unconfirmedText =
  '端末の時計を確認できないため、測定日時を「時刻不明」としました。確定するまで使用量の計算に含めません。'

/** Characters of a device’s time that the history repeats. */
const longestShown = 40

type Cause = 'missing' | 'unreadable' | 'impossible'

const causeOf = ({ text, at }: ReportedTime): Cause =>
  text === '' ? 'missing' : at === null ? 'unreadable' : 'impossible'

/** Returns why a time is not used, as the beginning of a sentence. `row` says whose time it is. */
export function unusedTimeText(time: ReportedTime, row = ''): string {
  const shown = `${row}測定日時「${time.text.slice(0, longestShown)}」は`
  const texts: Record<Cause, string> = {
    missing: `${row}測定日時がないため、`,
    unreadable: `${shown}${formats[time.format]}でないため、`,
    impossible: `${shown}正しくないため、`,
  }
  return texts[causeOf(time)]
}

/** For the device’s history: why a time was replaced by that of the arrival, also those of `others` more rows. */
export function replacedTimeText(time: ReportedTime, row = '', others = 0): string {
  const more = others === 0 ? '' : `（ほか${others}件も同様です）`
  return `${unusedTimeText(time, row)}受信した時刻を測定日時としました${more}。`
}

/**
 * Returns a sentence for each cause for which times of a call were replaced by that of the arrival. It names the first row
 * of the cause, by its place in the call, and counts the others. `total`: rows of the call.
 */
export function replacedTimesTexts(
  rows: readonly { index: number; measuredAt: ReportedTime }[],
  total: number,
): string[] {
  const byCause = Map.groupBy(rows, ({ measuredAt }) => causeOf(measuredAt))
  return [...byCause.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const row = total === 1 ? '' : `${first.index + 1}件目の`
    return [replacedTimeText(first.measuredAt, row, others.length)]
  })
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
