import type { QuietHours } from '../../../contract/time/quietHours.ts'
import { minutesText } from '../../../text/alertRemindersText.ts'
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
  /** After how many minutes the person is told of an alert that nobody confirms, as a member of a group; null: never. */
  escalation: { minutes: number; group: string } | null
  /** Hours after which an alert that nobody confirms arrives again; null: never. */
  repeatHours: number | null
}

/** How and when alerts reach a person. */
export function reachText({ groups, escalation, repeatHours, ...settings }: Settings): string {
  const { mail, push } = settings
  return [
    waysText(settings),
    ...(groups.length > 0 && (mail || push) ? [groupsText(groups)] : []),
    // It is mailed to members of the group in any case.
    ...(escalation === null
      ? []
      : [
          `${minutesText(escalation.minutes)}確認されないアラートは、「${escalation.group}」のメンバーとしてメール${push ? 'とこの端末の通知' : ''}で届きます。`,
        ]),
    ...(repeatHours !== null && (mail || push || escalation !== null)
      ? [`確認されないあいだは、${repeatHours}時間ごとにもう一度届きます。`]
      : []),
  ].join('')
}

function groupsText(groups: Settings['groups']): string {
  const own = groups.filter(({ isMember }) => isMember).map(({ name }) => `「${name}」`)
  const which = own.length === 0 ? '届きません' : `${own.join('')}へのものだけ届きます`
  return `通知先グループを決めたルールのアラートは、${which}。`
}

function waysText({ mail, push, quietHours }: Pick<Settings, 'mail' | 'push' | 'quietHours'>): string {
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
