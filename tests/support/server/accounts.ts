import { randomUUID } from 'node:crypto'
import { type Role, role } from '../../../contract/access.ts'
import type { Database } from '../../../server/db/client.ts'
import { memberships, organizations, users } from '../../../server/db/schema.ts'
import { hashPassword } from '../../../server/features/sessions/hash-password.ts'
import { createSession } from '../../../server/features/sessions/repository.ts'
import { signToken } from '../../../server/features/sessions/tokens.ts'
import type { Secrets } from '../../../server/secrets.ts'

/** Every built user's password, hashed once: hashing is slow by design. */
const testPassword = 'Kenshin-2026!'
let hashed: Promise<string> | undefined

export interface TestUser {
  id: number
  organizationId: number
  organizationCode: string
  username: string
  email: string
  password: string
  role: Role
}

export interface SignedInUser extends TestUser {
  idToken: string
  accessToken: string
  sessionId: number
}

export interface OrganizationTraits {
  name?: string
  code?: string
  status?: 0 | 1 | 2
  expireAt?: Date
  timeZone?: string
  useAiBoost?: boolean
}

export interface BuiltOrganization {
  id: number
  code: string
  name: string
  timeZone: string
}

export async function buildOrganization(
  database: Database,
  traits: OrganizationTraits = {},
): Promise<BuiltOrganization> {
  const code = `org-${randomUUID().slice(0, 8)}`
  const [row] = await database.asSystem((tx) =>
    tx
      .insert(organizations)
      .values({ name: `組織 ${code}`, code, ...traits })
      .returning({
        id: organizations.id,
        code: organizations.code,
        name: organizations.name,
        timeZone: organizations.timeZone,
      }),
  )
  if (row === undefined) throw new Error('no organization was built')
  return row
}

export interface UserTraits {
  role?: Role
  username?: string
  email?: string
  whiteIps?: string[]
}

export async function buildUser(
  database: Database,
  organization: BuiltOrganization,
  traits: UserTraits = {},
): Promise<TestUser> {
  hashed ??= hashPassword(testPassword)
  const passwordHash = await hashed
  const mark = randomUUID().slice(0, 8)
  const {
    role: of = role.general,
    username = `user-${mark}`,
    email = `${mark}@example.com`,
    whiteIps = null,
  } = traits
  const id = await database.asSystem(async (tx) => {
    const [row] = await tx.insert(users).values({ username, email, passwordHash }).returning({ id: users.id })
    if (row === undefined) throw new Error('no user was built')
    await tx
      .insert(memberships)
      .values({ userId: row.id, organizationId: organization.id, role: of, whiteIps })
    return row.id
  })
  const { id: organizationId, code: organizationCode } = organization
  return { id, organizationId, organizationCode, username, email, password: testPassword, role: of }
}

/** A user of no organization. */
export async function buildOutsider(
  database: Database,
): Promise<{ id: number; email: string; username: string }> {
  hashed ??= hashPassword(testPassword)
  const passwordHash = await hashed
  const mark = randomUUID().slice(0, 8)
  const names = { username: `user-${mark}`, email: `${mark}@example.com` }
  const [row] = await database.asSystem((tx) =>
    tx
      .insert(users)
      .values({ ...names, passwordHash })
      .returning({ id: users.id }),
  )
  if (row === undefined) throw new Error('no user was built')
  return { id: row.id, ...names }
}

export async function buildMembership(
  database: Database,
  user: Pick<TestUser, 'id'>,
  organization: BuiltOrganization,
  of: Role = role.general,
): Promise<void> {
  await database.asSystem((tx) =>
    tx.insert(memberships).values({ userId: user.id, organizationId: organization.id, role: of }),
  )
}

/** A session without verifying the password. */
export async function signIn(
  database: Database,
  secrets: Secrets,
  user: TestUser,
  now: Date,
): Promise<SignedInUser> {
  const { id: userId, organizationId } = user
  const sessionId = await database.asSystem((tx) => createSession(tx, userId, organizationId, now))
  const subject = { userId, sessionId, organizationId }
  return {
    ...user,
    sessionId,
    idToken: await signToken(secrets.tokenKey, 'id', subject, now),
    accessToken: await signToken(secrets.tokenKey, 'password', subject, now),
  }
}
