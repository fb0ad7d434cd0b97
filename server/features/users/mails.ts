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

export const invitationMail = (
  person: Person,
  organization: { name: string; code: string },
  inviter: string,
  publicUrl: string | undefined,
): Mail =>
  mail(person.email, `${organization.name}に招待されました`, [
    `${person.username} 様`,
    '',
    `${inviter} さんの招待により、「${organization.name}」を利用できるようになりました。`,
    'ログインしたまま右上のメニューの「組織切替」で切り替えるか、次の組織コードでログインしてください。',
    '',
    `組織コード: ${organization.code}`,
    `ユーザー名: ${person.username}`,
    ...(publicUrl === undefined ? [] : [`ログイン画面: ${publicUrl}/login`]),
    '',
    'お心当たりがない場合は、組織の管理者にお問い合わせください。',
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
