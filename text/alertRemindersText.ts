/** `30分`, `1時間`, `1時間30分`. */
export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `${hours > 0 ? `${hours}時間` : ''}${rest > 0 ? `${rest}分` : ''}`
}

/** `30分たっても確認されなければ「設備班」にも知らせる`. */
export const escalationText = (minutes: number, groupName: string): string =>
  `${minutesText(minutes)}たっても確認されなければ「${groupName}」にも知らせる`

/** `4時間ごとに再通知`. */
export const repeatText = (hours: number): string => `${hours}時間ごとに再通知`
