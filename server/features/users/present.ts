import type { Invitation } from '../../../contract/invitations.ts'
import type { User } from '../../../contract/users.ts'
import type { Presenter } from '../../presenter.ts'
import type { InvitationRow } from './invitation-repository.ts'
import type { MemberRow } from './repository.ts'

export const presentUser = (row: MemberRow, present: Presenter, pendingEmail?: string): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  is_alert_mail: row.isAlertMail,
  is_closing_notice: row.isClosingNotice,
  white_ips: row.whiteIps?.join(',') ?? null,
  organization_id: row.organizationId,
  created_at: present.instant(row.createdAt),
  ...(pendingEmail !== undefined && { pending_email: pendingEmail }),
})

export const presentInvitation = (row: InvitationRow, present: Presenter): Invitation => ({
  id: row.id,
  email: row.email,
  username: row.username ?? '',
  role: row.role,
  is_alert_mail: row.isAlertMail,
  white_ips: row.whiteIps?.join(',') ?? null,
  organization_id: row.organizationId,
  created_at: present.instant(row.createdAt),
  expires_at: present.instant(row.expiresAt),
})
