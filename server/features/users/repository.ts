import { and, eq } from 'drizzle-orm'
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
