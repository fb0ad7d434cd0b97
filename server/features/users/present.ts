import type { User } from '../../../contract/users.ts'
import type { Presenter } from '../../presenter.ts'
import type { MemberRow } from './repository.ts'

export const presentUser = (row: MemberRow, present: Presenter): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  is_alert_mail: row.isAlertMail,
  white_ips: row.whiteIps?.join(',') ?? null,
  organization_id: row.organizationId,
  created_at: present.instant(row.createdAt),
})
