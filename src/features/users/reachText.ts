import type { QuietHours } from '../../../contract/time/quietHours.ts'
import { clockText, spanText } from '../../../text/quietHoursText.ts'
import { weekdaysText } from '../../../text/weekdaysText.ts'

interface Settings {
  /** The member wants alert mails. */
  mail: boolean
  /** This browser shows notifications. */
  push: boolean
  quietHours: QuietHours | null
}

/** How and when alerts reach a person. */
export function reachText({ mail, push, quietHours }: Settings): string {
  const ways = [...(mail ? ['メール'] : []), ...(push ? ['この端末の通知'] : [])]
  if (ways.length === 0)
    return 'アラートはメールでも、この端末の通知でも届きません。アプリを開いているあいだは、画面でお知らせします。'
  const reach = `アラートは${ways.join('と')}で`
  if (quietHours === null) return `${reach}、発生するとすぐに届きます。`
  const { from, to, weekdays } = quietHours
  const held = `${spanText(from, to)}の分は、${clockText(to)}にまとめて届きます。`
  if (new Set(weekdays).size === 7) return `${reach}、${spanText(to, from)}のあいだ届きます。${held}`
  return `${reach}、発生するとすぐに届きます。${weekdaysText(weekdays)}の${held}`
}
