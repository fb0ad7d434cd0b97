import { sql } from 'drizzle-orm'
import { role } from '../contract/access.ts'
import { memberships, organizations, users } from '../server/db/schema.ts'
import type { Deps } from '../server/deps.ts'
import { hashPassword } from '../server/features/sessions/index.ts'
import { type FirstSignIn, keepSignIn } from './demo/accounts.ts'
import { isEmpty } from './demo/insert.ts'
import { randomPassword } from './demo/people.ts'

const organization = { name: '最初の組織', code: 'kenshin' }
const administrator = { username: 'admin', email: 'admin@kenshin.invalid' }

/**
 * Creates one organization with one system administrator in an empty database. Null if there is one, e.g.
 * from another server starting at the same moment.
 */
export async function openFirstOrganization({
  database,
  env,
}: Pick<Deps, 'database' | 'env'>): Promise<FirstSignIn | null> {
  return database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('first organization'))`)
    if (!(await isEmpty(tx))) return null
    const password = randomPassword()
    const passwordHash = await hashPassword(password)
    const [owner] = await tx.insert(organizations).values(organization).returning({ id: organizations.id })
    const [user] = await tx
      .insert(users)
      .values({ ...administrator, passwordHash })
      .returning({ id: users.id })
    if (owner === undefined || user === undefined) throw new Error('the first organization was not inserted')
    await tx
      .insert(memberships)
      .values({ userId: user.id, organizationId: owner.id, role: role.system, isAlertMail: false })
    const signIn = {
      organization_code: organization.code,
      username: administrator.username,
      password,
      others: [],
    }
    // Before the rows: better a file without an account than an account with a lost password.
    keepSignIn(env.DATA_DIR, signIn)
    return signIn
  })
}
