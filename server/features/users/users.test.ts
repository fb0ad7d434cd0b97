// Covers docs/requirements.md: 23, 435, 436, 437, 439, 611, 676

import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyType, role } from '../../../contract/access.ts'
import {
  buildMembership,
  buildOrganization,
  buildUser,
  type SignedInUser,
} from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addInspection, addKey, addRecipientGroup } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { auditEntries, memberships } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const password = 'Kenshin-2027!'
const membership = { role: role.general, is_alert_mail: false, white_ips: null }

const ask = (as: SignedInUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  test.ask(method, `/api/v1/${path}`, { as, ...(body && { body }) })
const put = (
  as: SignedInUser,
  { id, organizationId }: Pick<SignedInUser, 'id' | 'organizationId'>,
  body: object,
) => ask(as, 'PUT', `user/${id}/organization/${organizationId}`, body)

const newNames = () => {
  const username = `user-${randomUUID()}`
  return { username, email: `${username}@example.com` }
}
const create = (given: object = {}, as = test.own.admin) =>
  ask(as, 'POST', 'user/create', { ...newNames(), password, ...membership, ...given })

/** A signed-in member of an organization of its own, which has no other. */
async function foundOrganization(of: 0 | 1 | 2 = role.admin) {
  const organization = await buildOrganization(test.deps.database)
  const admin = await test.signIn(await buildUser(test.deps.database, organization, { role: of }))
  return { organization, admin }
}
const newMember = async (
  of: 0 | 1 | 2 = role.general,
  organization: TestApp['own'] | Awaited<ReturnType<typeof foundOrganization>>['organization'] = test.own,
) => test.signIn(await buildUser(test.deps.database, organization, { role: of }))

const auditOf = (subjectId: number) =>
  test.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.noun, 'user'), eq(auditEntries.subjectId, subjectId))),
  )

describe('members', () => {
  it('are listed without system administrators, for others than those', async () => {
    const seen = async (as: SignedInUser) =>
      dataOf('users', await ask(as, 'GET', 'users')).map(({ id }) => id)
    expect(await seen(test.own.system)).toEqual(
      expect.arrayContaining([test.own.general.id, test.own.admin.id, test.own.system.id]),
    )
    expect(await seen(test.own.admin)).not.toContain(test.own.system.id)
    expect((await ask(test.own.admin, 'GET', `user/${test.own.system.id}`)).status).toBe(404)
    const foreign = `users?organization_id=${test.other.id}`
    const theirs = dataOf('users', await ask(test.own.system, 'GET', foreign))
    expect(theirs.every(({ organization_id }) => organization_id === test.other.id)).toBe(true)
  })
})

describe('a new user', () => {
  it('signs in with the given password, role and addresses; the audit has no password', async () => {
    const names = newNames()
    const answer = await create({ ...names, role: role.admin, white_ips: '192.0.2.7' })
    expect(answer.status).toBe(201)
    const user = dataOf('createUser', answer)
    expect(user).toMatchObject({ ...names, role: role.admin, white_ips: '192.0.2.7' })
    const login = (from: string) =>
      test.ask('POST', '/api/v1/login', {
        body: { organization_code: test.own.code, username: names.username, password, email: '' },
        from,
      })
    expect((await login('192.0.2.8')).status).toBe(403)
    expect((await login('192.0.2.7')).status).toBe(200)
    const [entry] = await auditOf(user.id)
    expect(entry).toMatchObject({ action: 'create', userId: test.own.admin.id })
    expect(JSON.stringify(entry)).not.toMatch(/password|argon2/i)
  })

  it('is refused with a name or an address of another, in any case, also in parallel', async () => {
    const names = newNames()
    const answers = await Promise.all([create(names), create(names)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    for (const taken of [
      { username: names.username.toUpperCase() },
      { email: names.email.toUpperCase() },
      { username: names.email },
    ]) {
      const failure = failureOf(await create(taken))
      expect(failure.messages).toEqual(['既に使用されているユーザー名またはメールアドレスです'])
    }
  })

  it('has no higher role than the one who makes it', async () => {
    expect(failureOf(await create({ role: role.system }))).toMatchObject({
      code: 'forbidden',
      issues: [{ path: 'role' }],
    })
    expect((await create({ role: role.admin, organization_id: test.other.id }, test.own.system)).status).toBe(
      201,
    )
  })
})

describe('a membership', () => {
  it('changes role and addresses from the next call on', async () => {
    const person = await newMember()
    expect((await ask(person, 'GET', 'users')).status).toBe(403)
    await put(test.own.admin, person, { role: role.admin, is_alert_mail: true, white_ips: null })
    expect((await ask(person, 'GET', 'users')).status).toBe(200)
    await put(test.own.admin, person, { white_ips: '192.0.2.1' })
    expect((await ask(person, 'GET', 'users')).status).toBe(403)
    expect((await auditOf(person.id)).map(({ before, after }) => [before, after])).toEqual([
      [
        { role: 0, is_alert_mail: false },
        { role: 1, is_alert_mail: true },
      ],
      [{ white_ips: null }, { white_ips: '192.0.2.1' }],
    ])
  })

  it('is changed by oneself in its notices only', async () => {
    const person = await newMember()
    expect(dataOf('updateMember', await put(person, person, { is_alert_mail: true })).is_alert_mail).toBe(
      true,
    )
    const answer = await put(person, person, { is_closing_notice: false })
    expect(dataOf('updateMember', answer).is_closing_notice).toBe(false)
    expect((await auditOf(person.id)).at(-1)).toMatchObject({
      before: { is_closing_notice: true },
      after: { is_closing_notice: false },
    })
    expect(dataOf('me', await ask(person, 'GET', 'user/me')).is_closing_notice).toBe(false)
    expect((await put(person, person, { role: role.admin })).status).toBe(403)
    expect((await put(person, person, { white_ips: null })).status).toBe(403)
    for (const notices of [{ is_alert_mail: true }, { is_closing_notice: false }])
      expect((await put(person, test.own.general, notices)).status).toBe(403)
  })

  it('of a system administrator is not found by an administrator, who raises nobody above the own role', async () => {
    expect((await put(test.own.admin, test.own.system, { role: role.general })).status).toBe(404)
    expect((await put(test.own.admin, test.own.general, { role: role.system })).status).toBe(403)
    expect((await put(test.own.admin, test.other.general, { role: role.admin })).status).toBe(403)
  })

  it('does not lock out the own address', async () => {
    const failure = failureOf(await put(test.own.admin, test.own.admin, { white_ips: '192.0.2.1' }))
    expect(failure.issues?.[0]?.path).toBe('white_ips')
    expect((await put(test.own.admin, test.own.admin, { white_ips: '127.0.0.1' })).status).toBe(200)
    await put(test.own.admin, test.own.admin, { white_ips: null })
  })

  it('of the last administrator stays, also when two step down at once', async () => {
    const { organization, admin } = await foundOrganization()
    expect(failureOf(await put(admin, admin, { role: role.general })).code).toBe('last_admin')
    const path = `user/${admin.id}/organization/${organization.id}`
    expect(failureOf(await ask(admin, 'DELETE', path)).code).toBe('last_admin')
    const second = await newMember(role.admin, organization)
    const answers = await Promise.all([
      put(admin, admin, { role: role.general }),
      put(second, second, { role: role.general }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const left = await test.deps.database.asSystem((tx) =>
      tx.$count(
        memberships,
        and(eq(memberships.organizationId, organization.id), eq(memberships.role, role.admin)),
      ),
    )
    expect(left).toBe(1)
  })

  it('has dependents that are listed before it ends', async () => {
    const { database } = test.deps
    const person = await newMember(role.admin)
    const other = await newMember()
    const common = await addKey(test.deps, test.own.id, person.id, { name: 'a' })
    const device = await addKey(test.deps, test.own.id, person.id, { name: 'b', type: keyType.device })
    await addKey(test.deps, test.own.id, person.id, { deletedAt: new Date() })
    await addKey(test.deps, test.own.id, other.id)
    const inspection = await addInspection(database, test.own.id, { assigneeUserId: person.id })
    await addInspection(database, test.own.id, { assigneeUserId: other.id })
    const recipients = await addRecipientGroup(database, test.own.id, [person.id])
    const [invited, changed] = [newNames(), newNames()]
    const invitation = await ask(person, 'POST', 'user/invite', { ...invited, ...membership })
    const { id } = dataOf('inviteUser', invitation)
    const changing = (as: SignedInUser, email: string) => ask(as, 'PUT', `user/${other.id}`, { email })
    expect((await changing(person, changed.email)).status).toBe(200)
    const path = `user/${person.id}/organization/${test.own.id}/dependents`
    const found = () => ask(test.own.admin, 'GET', path)
    expect(dataOf('memberDependents', await found())).toEqual({
      keys: [
        { id: common.id, name: 'a', type: 0 },
        { id: device.id, name: 'b', type: 1 },
      ],
      inspections: [{ id: inspection.id, name: inspection.name }],
      recipient_groups: [{ id: recipients.id, name: recipients.name, emptied_rules: [] }],
      invitations: [{ id, email: invited.email }],
      email_changes: [{ id: other.id, username: other.username, email: changed.email }],
    })
    // Each of them depends on the membership: nothing is left once the person is a member again.
    await ask(test.own.admin, 'DELETE', `user/${person.id}/organization/${test.own.id}`)
    expect((await found()).status).toBe(404)
    await buildMembership(database, person, test.own)
    expect(dataOf('memberDependents', await found())).toEqual({
      keys: [{ id: device.id, name: 'b', type: 1 }],
      inspections: [],
      recipient_groups: [],
      invitations: [],
      email_changes: [],
    })
  })

  it('ends with its sessions and keys; the user and other memberships stay', async () => {
    const person = await newMember(role.admin)
    await buildMembership(test.deps.database, person, test.other)
    const elsewhere = await test.signIn({ ...person, organizationId: test.other.id })
    const key = await addKey(test.deps, test.own.id, person.id)
    const call = () => test.ask('GET', '/api/v1/meters', { headers: { apikey: `${key.accessKey}:secret` } })
    expect((await call()).status).toBe(200)
    const path = `user/${person.id}/organization/${test.own.id}`
    const removed = dataOf('removeMember', await ask(test.own.admin, 'DELETE', path))
    expect(removed).toEqual({ id: person.id, withdrawn_keys: [{ id: key.id, name: key.name }] })
    expect((await ask(person, 'GET', 'user/me')).status).toBe(401)
    expect((await call()).status).toBe(401)
    expect((await ask(elsewhere, 'GET', 'user/me')).status).toBe(200)
    await buildMembership(test.deps.database, person, test.own)
    expect((await call()).status).toBe(401)
  })
})
