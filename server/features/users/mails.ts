import { invitationDays } from '../../../contract/invitations.ts'
import type { Mail } from '../../mail/mailer.ts'

interface Person {
  username: string
  email: string
}

const mail = (to: string, subject: string, lines: readonly string[]): Mail => ({
  to,
  subject: `【検針】${subject}`,
  text: [...lines, ''].join('\n'),
})

/** Addresses nobody by name: the account may not exist yet, and its name is not shown to the inviting person. */
export const invitationMail = (
  email: string,
  organization: { name: string },
  inviter: string,
  code: string,
  publicUrl: string | undefined,
): Mail =>
  mail(email, `${organization.name}への招待`, [
    `${inviter} さんが、あなたを「${organization.name}」に招待しました。`,
    '',
    publicUrl === undefined
      ? 'コンソールのアドレスの後ろに /invitation を付けて開き、次の招待コードを入力してください。'
      : '次の画面を開いて、招待を受けてください。',
    '',
    ...(publicUrl === undefined ? [] : [`招待を受ける画面: ${publicUrl}/invitation#${code}`]),
    `招待コード: ${code}`,
    '',
    `招待の有効期限は${invitationDays}日間です。招待を受けるまでは、何も変わりません。`,
    'お心当たりがない場合は、このメールを破棄してください。',
  ])

/** To the new address. The code stands behind `#`, which browsers do not send: no log keeps it. */
export const confirmationMail = (
  person: Person,
  newEmail: string,
  code: string,
  minutes: number,
  publicUrl: string | undefined,
): Mail =>
  mail(newEmail, 'メールアドレスの確認', [
    `${person.username} 様`,
    '',
    'メールアドレスの変更を受け付けました。',
    publicUrl === undefined
      ? 'コンソールのアドレスの後ろに /confirm-email を付けて開き、次の確認コードを入力してください。'
      : '次の画面を開いて「メールアドレスを確定」を押してください。',
    '',
    ...(publicUrl === undefined ? [] : [`確認画面: ${publicUrl}/confirm-email#${code}`]),
    `確認コード: ${code}`,
    '',
    `確認コードの有効期限は${minutes}分です。それまでは今までのメールアドレスのままです。`,
    'お心当たりがない場合は、このメールを破棄してください。',
  ])

/** To the address of until now, when the change is asked for. */
export const changeAskedMail = (person: Person, newEmail: string, asker: string): Mail =>
  mail(person.email, 'メールアドレスの変更の申請', [
    `${person.username} 様`,
    '',
    `${asker} さんがメールアドレスの変更を申請しました。`,
    `新しいメールアドレス: ${newEmail}`,
    '',
    '新しいメールアドレスで確認されると変更されます。',
    'お心当たりがない場合は、パスワードを変更し、組織の管理者にお問い合わせください。',
  ])

/** To the address of until now, when the new one holds. */
export const changedMail = (person: Person, newEmail: string): Mail =>
  mail(person.email, 'メールアドレスが変更されました', [
    `${person.username} 様`,
    '',
    `メールアドレスが ${newEmail} に変更されました。`,
    'このメールアドレスには今後お知らせが届きません。',
    '',
    'お心当たりがない場合は、組織の管理者にお問い合わせください。',
  ])
