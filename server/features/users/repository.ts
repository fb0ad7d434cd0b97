import { and, asc, eq, ne } from 'drizzle-orm'
import { type Role, role } from '../../../contract/access.ts'
import type { Tx } from '../../db/client.ts'
import { memberships, users } from '../../db/schema.ts'

export async function findMember(tx: Tx, organizationId: number, userId: number) {
  const [row] = await tx
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      role: memberships.role,
      is_alert_mail: memberships.isAlertMail,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(and(eq(users.id, userId), eq(memberships.organizationId, organizationId)))
  return row ?? null
}

const memberColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  role: memberships.role,
  isAlertMail: memberships.isAlertMail,
  whiteIps: memberships.whiteIps,
  organizationId: memberships.organizationId,
  createdAt: memberships.createdAt,
}

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]

/** System administrators are shown to each other only. */
const shownTo = (viewer: Role) => (viewer === role.system ? undefined : ne(memberships.role, role.system))

export const listMembers = (tx: Tx, organizationId: number, viewer: Role) =>
  tx
    .select(memberColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), shownTo(viewer)))
    .orderBy(asc(users.username), asc(users.id))
