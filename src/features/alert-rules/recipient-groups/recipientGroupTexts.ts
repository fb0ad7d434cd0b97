import type { RecipientGroup, TestDelivery } from '../../../../contract/alert-rules/recipientGroups.ts'
import type { Tone } from '../../../ui/text/StatusPill.tsx'

type Reach = Pick<RecipientGroup, 'members' | 'reached_count' | 'rules'>

const counted = (people: number): string => `${people.toLocaleString('ja-JP')}人`

/** 「3人（佐藤、田中、山本）」 */
export const membersText = ({ members }: Pick<RecipientGroup, 'members'>): string =>
  members.length === 0
    ? 'なし'
    : `${counted(members.length)}（${members.map(({ username }) => username).join('、')}）`

/** Whom the alerts of a group do not reach, and what to do; null: they reach all members. */
export function reachProblem({ members, reached_count: reached, rules }: Reach): string | null {
  if (members.length === 0)
    return rules.length === 0
      ? 'メンバーがいません。編集でメンバーを選んでください。'
      : 'メンバーがいないため、通知先にしているルールのアラートは全員に知らせています。編集でメンバーを選んでください。'
  if (reached === members.length) return null
  const how = 'アラートのメールも通知も受け取らない設定です。'
  return reached === 0
    ? `だれにも届きません。メンバー全員が、${how}`
    : `メンバーのうち${counted(members.length - reached)}は、${how}`
}

/** 「昼」「夜」ほか2件 */
export function rulesText(rules: RecipientGroup['rules']): string {
  const more = rules.length - 3
  const names = rules.slice(0, 3).map(({ name }) => `「${name}」`)
  return `${names.join('')}${more > 0 ? `ほか${more.toLocaleString('ja-JP')}件` : ''}`
}

/** What became of a test message to one person. */
export function deliveryOf({ mail, notification, reason }: TestDelivery): { tone: Tone; text: string } {
  const isReached = mail === 'sent' || notification === 'sent'
  const tone = isReached ? 'normal' : mail === 'failed' || notification === 'failed' ? 'abnormal' : 'waiting'
  if (mail === 'unwanted' && notification === 'none')
    return { tone, text: 'アラートメールを受け取らない設定で、通知を受け取る端末もありません。' }
  return { tone, text: `${mailTexts[mail]}${notificationTexts[notification]}${reason ?? ''}` }
}

const mailTexts: Record<TestDelivery['mail'], string> = {
  sent: 'メールを送信しました。',
  stored: 'メールサーバーが設定されていないため、メールは送信されず、サーバーに保存されました。',
  failed: 'メールを送信できませんでした。',
  unwanted: 'メールは受け取らない設定です。',
}

const notificationTexts: Record<TestDelivery['notification'], string> = {
  sent: '通知を送信しました。',
  failed: '通知を送信できませんでした。',
  none: '通知を受け取る端末はありません。',
}

/** Of the tones of deliveries. */
export const deliveryLabels: Partial<Record<Tone, string>> = {
  normal: '送信しました',
  abnormal: '送信できません',
  waiting: '届きません',
}
