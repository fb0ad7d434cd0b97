import { roleLabel } from '../../../contract/access.ts'
import type { User } from '../../../contract/users.ts'
import { alertMailText } from '../../shared/users/alertMailText.ts'
import type { Column } from '../../ui/table/column.ts'
import { editColumn, nameColumn } from '../../ui/table/columns.tsx'

/** As the list kit names rows. */
export type UserRow = User & { name: string }

export const rowOfUser = (user: User): UserRow => ({ ...user, name: user.username })

export const userColumns = (onEdit: (row: UserRow) => void): Column<UserRow>[] => [
  { ...nameColumn('ユーザー名'), filter: 'text' },
  {
    key: 'email',
    title: 'メールアドレス',
    sort: 'text',
    filter: 'text',
    text: ({ email, pending_email: pending }) =>
      pending === undefined ? email : `${email}（確認待ち: ${pending}）`,
  },
  { key: 'role', title: '権限', sort: 'text', noWrap: true, text: ({ role }) => roleLabel[role] },
  {
    key: 'alertMail',
    title: 'アラートメール',
    noWrap: true,
    text: ({ is_alert_mail: wanted }) => alertMailText(wanted),
  },
  {
    key: 'whiteIps',
    title: 'アクセスIP',
    text: ({ white_ips: ips }) => ips?.replaceAll(',', ', ') ?? 'すべて許可',
  },
  editColumn(onEdit),
]
