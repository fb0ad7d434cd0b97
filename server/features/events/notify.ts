import { sql } from 'drizzle-orm'
import { changesChannel } from '../../changes/feed.ts'
import type { Tx } from '../../db/client.ts'

/**
 * Tells the screens of an organization, once the transaction commits, to ask anew what they know of it. Not by a trigger
 * as for other tables: much of its row changes that nobody sees.
 */
export async function notifyOrganizationChange(systemTx: Tx, organizationId: number): Promise<void> {
  const notice = JSON.stringify({ organization_id: organizationId, noun: 'organization' })
  await systemTx.execute(sql`select pg_notify(${changesChannel}, ${notice})`)
}
