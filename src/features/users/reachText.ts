import type { QuietHours } from '../../../contract/time/quietHours.ts'
import { clockText, spanText } from '../../../text/quietHoursText.ts'
import { weekdaysText } from '../../../text/weekdaysText.ts'

interface Settings {
  /** The member wants alert mails. */
  mail: boolean
  /** This browser shows notifications. */
  push: boolean
  quietHours: QuietHours | null
  /** Notification groups that alert rules notify, and whether the person is in them. */
  groups: readonly { name: string; isMember: boolean }[]
}

/** How and when alerts reach a person. */
export function reachText({ groups, ...settings }: Settings): string {
  const { mail, push } = settings
  const reach = waysText(settings)
  if (groups.length === 0 || (!mail && !push)) return reach
  const own = groups.filter(({ isMember }) => isMember).map(({ name }) => `「${name}」`)
  const which = own.length === 0 ? '届きません' : `${own.join('')}へのものだけ届きます`
  return `${reach}通知先グループを決めたルールのアラートは、${which}。`
}

function waysText({ mail, push, quietHours }: Omit<Settings, 'groups'>): string {
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
