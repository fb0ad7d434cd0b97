import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import {
  type BuiltOrganization,
  buildMembership,
  buildOrganization,
  buildUser,
  type OrganizationTraits,
  type SignedInUser,
} from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { failureOf } from '../../../tests/support/server/data.ts'
import { memberships, organizations } from '../../db/schema.ts'

let test: TestApp
let own: BuiltOrganization
/** The only system administrator of the installation. */
let system: SignedInUser
beforeAll(async () => {
  test = await createTestApp()
})
beforeEach(async () => {
  const { database } = test.deps
  own = await buildOrganization(database)
  system = await test.signIn(await buildUser(database, own, { role: role.system }))
  await database.asSystem((tx) =>
    tx
      .update(memberships)
      .set({ role: role.admin })
      .where(and(eq(memberships.role, role.system), ne(memberships.userId, system.id))),
  )
})
afterAll(() => test.close())

/** Another organization in which the administrator is one, too. */
async function alsoIn(traits: OrganizationTraits): Promise<BuiltOrganization> {
  const organization = await buildOrganization(test.deps.database, traits)
  await buildMembership(test.deps.database, system, organization, role.system)
  return organization
}
const stepDown = () =>
  test.ask('PUT', `/api/v1/user/${system.id}/organization/${own.id}`, {
    as: system,
    body: { role: role.admin },
  })
const change = (id: number, fields: object) =>
  test.ask('PUT', `/api/v1/organization/${id}`, {
    as: system,
    body: { plan_id: 1, status: 0, ...fields },
  })

describe('the last system administrator who can sign in', () => {
  it.each<[string, OrganizationTraits]>([
    ['stopped', { status: 1 }],
    ['deleted', { status: 2 }],
    ['expired', { expireAt: new Date('2026-01-01') }],
    ['about to expire', { expireAt: new Date('2099-01-01') }],
  ])('does not step down when their other organization is %s', async (_what, traits) => {
    await alsoIn(traits)
    await buildUser(test.deps.database, own, { role: role.admin })
    expect(failureOf(await stepDown()).code).toBe('last_admin')
  })

  it('steps down when another organization has one for as long', async () => {
    await alsoIn({})
    await buildUser(test.deps.database, own, { role: role.admin })
    expect((await stepDown()).status).toBe(200)
  })

  it('does not let the own organization expire', async () => {
    await alsoIn({ status: 1 })
    const failure = failureOf(await change(own.id, { expire_at: '2099-12-31 23:59:59' }))
    expect(failure.issues?.map(({ path }) => path)).toEqual(['expire_at'])
    expect(failure.issues?.[0]?.message).toContain('システム管理者がいなくなります')
  })

  it('does not let two organizations expire one after the other', async () => {
    const other = await alsoIn({})
    expect((await change(own.id, { expire_at: '2099-12-31 23:59:59' })).status).toBe(200)
    expect((await change(other.id, { expire_at: '2099-12-31 23:59:59' })).status).toBe(400)
    expect((await change(other.id, { status: 1 })).status).toBe(400)
    const [kept] = await test.deps.database.asSystem((tx) =>
      tx.select().from(organizations).where(eq(organizations.id, other.id)),
    )
    expect(kept).toMatchObject({ status: 0, expireAt: null })
  })

  it('stops an organization without system administrators while their own one has an expiry', async () => {
    const others = await buildOrganization(test.deps.database)
    await test.deps.database.asSystem((tx) =>
      tx
        .update(organizations)
        .set({ expireAt: new Date('2099-01-01') })
        .where(eq(organizations.id, own.id)),
    )
    expect((await change(others.id, { status: 1 })).status).toBe(200)
  })

  it('extends an expiry and lets organizations of others expire', async () => {
    const others = await buildOrganization(test.deps.database)
    expect((await change(others.id, { expire_at: '2027-03-31 23:59:59' })).status).toBe(200)
    await test.deps.database.asSystem((tx) =>
      tx
        .update(organizations)
        .set({ expireAt: new Date('2098-01-01') })
        .where(eq(organizations.id, own.id)),
    )
    expect((await change(own.id, { expire_at: '2099-12-31 23:59:59' })).status).toBe(200)
    expect((await change(own.id, { expire_at: null })).status).toBe(200)
  })
})
