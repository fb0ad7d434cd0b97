// Covers docs/requirements.md: 438, 583, 722

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import {
  type BuiltOrganization,
  buildOrganization,
  buildOutsider,
  buildUser,
  type SignedInUser,
} from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { mailsIn } from '../../../tests/support/server/queued-mails.ts'
import { auditEntries, invitations, organizations, users } from '../../db/schema.ts'
import { takeAudience } from '../push/audience.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ settings: { PUBLIC_URL: 'https://kenshin.example' } })
})
afterAll(() => test.close())

const password = 'Kenshin-2027!'
const chosen = 'Chosen-2028!'
const membership = { role: role.general, is_alert_mail: false, white_ips: null }
const day = 86_400_000

const ask = (
  as: SignedInUser | null,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => test.ask(method, `/api/v1/${path}`, { as, ...(body && { body }) })
const invite = (as: SignedInUser, email: string, given: object = {}) =>
  ask(as, 'POST', 'user/invite', { email, ...membership, ...given })
const open = (code: string) => ask(null, 'POST', 'invitation/open', { invitation_code: code })
const accept = (code: string, newPassword?: string) =>
  ask(null, 'POST', 'invitation/accept', {
    invitation_code: code,
    ...(newPassword !== undefined && { new_password: newPassword }),
  })
let addresses = 0
/** From an address of its own, so that no attempt waits for earlier ones. */
const login = (code: string, username: string, given: string) =>
  test.ask('POST', '/api/v1/login', {
    body: { organization_code: code, username, password: given, email: '' },
    from: `192.0.2.${++addresses}`,
  })
/** Of the newest mail to the address. */
const codeTo = async (address: string) =>
  /招待コード: (\S+)/.exec((await mailsIn(test, address)).at(-1)?.text ?? '')?.[1] ?? ''
const newAddress = () => `${randomUUID()}@example.com`

async function foundOrganization() {
  const organization = await buildOrganization(test.deps.database)
  const admin = await test.signIn(await buildUser(test.deps.database, organization, { role: role.admin }))
  return { organization, admin }
}
const newMember = async (organization: BuiltOrganization, of: 0 | 1 | 2 = role.general) =>
  test.signIn(await buildUser(test.deps.database, organization, { role: of }))
const confirmAddressOf = (id: number) =>
  test.deps.database.asSystem((tx) =>
    tx.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, id)),
  )
const confirmedAtOf = async (id: number) => {
  const rows = await test.deps.database.asSystem((tx) =>
    tx.select({ at: users.emailConfirmedAt }).from(users).where(eq(users.id, id)),
  )
  return rows[0]?.at ?? null
}
const memberIds = async (as: SignedInUser) =>
  dataOf('users', await ask(as, 'GET', 'users')).map(({ id }) => id)
const pending = async (as: SignedInUser) => dataOf('invitations', await ask(as, 'GET', 'invitations'))

describe('an account that another organization created in advance', () => {
  it('opens nothing: neither while the invitation waits nor after the person has accepted it', async () => {
    const a = await foundOrganization()
    const b = await foundOrganization()
    const victim = `${randomUUID()}@example.com`
    const username = `planted-${randomUUID()}`
    const created = await ask(a.admin, 'POST', 'user/create', {
      username,
      email: victim,
      password,
      ...membership,
    })
    const { id } = dataOf('createUser', created)
    const signedIn = dataOf('login', await login(a.organization.code, username, password))
    const taken = { username: `u-${randomUUID()}`, email: victim, password, ...membership }
    expect((await ask(b.admin, 'POST', 'user/create', taken)).status).toBe(409)
    expect((await invite(b.admin, victim, { role: role.admin, is_alert_mail: true })).status).toBe(201)

    // Waiting: A gets in neither by the password nor by switching, and B does not count the account as a member.
    const switchTo = (token: string) =>
      test.ask('POST', '/api/v1/refresh', {
        body: { refresh_token: token, organization_name: b.organization.name },
      })
    expect(failureOf(await login(b.organization.code, username, password)).code).toBe('login_failed')
    expect(failureOf(await login(b.organization.code, victim, password)).code).toBe('login_failed')
    expect((await switchTo(signedIn.refresh_token)).status).toBe(401)
    expect(await memberIds(b.admin)).toEqual([b.admin.id])
    const assignees = dataOf('roundAssignees', await ask(b.admin, 'GET', 'round-assignees'))
    expect(assignees.map((each) => each.id)).toEqual([b.admin.id])
    const key = { name: 'k', expire_at: '2027-12-31 23:59:59', max_count: null, type: 0, white_ips: null }
    expect((await ask(b.admin, 'POST', 'key', { ...key, user_id: id })).status).toBe(400)
    const { mails } = await test.deps.database.inOrganization(b.organization.id, b.admin.id, (tx) =>
      takeAudience(tx, b.organization.id, new Date()),
    )
    expect(mails).toEqual([])

    // Accepted: the person behind the address has a password that A does not know, and A’s session has ended.
    const code = await codeTo(victim)
    expect(dataOf('openInvitation', await open(code))).toMatchObject({
      username,
      needs_password: true,
      is_new: false,
    })
    expect(failureOf(await accept(code)).issues?.[0]?.path).toBe('new_password')
    expect(failureOf(await accept(code, password)).code).toBe('password_unchanged')
    expect(dataOf('acceptInvitation', await accept(code, chosen))).toEqual({
      organization_name: b.organization.name,
      organization_code: b.organization.code,
      username,
    })
    expect((await test.ask('GET', '/api/v1/user/me', { as: { idToken: signedIn.id_token } })).status).toBe(
      401,
    )
    expect((await switchTo(signedIn.refresh_token)).status).toBe(401)
    for (const { code: organizationCode } of [a.organization, b.organization]) {
      expect(failureOf(await login(organizationCode, username, password)).code).toBe('login_failed')
      expect((await login(organizationCode, username, chosen)).status).toBe(200)
    }
    expect(await memberIds(b.admin)).toContain(id)
    expect(await confirmedAtOf(id)).not.toBeNull()
  })

  it('does not keep the membership when its address was changed before the link was opened', async () => {
    const a = await foundOrganization()
    const b = await foundOrganization()
    const planted = await newMember(a.organization)
    await invite(b.admin, planted.email, { role: role.admin })
    const attackers = newAddress()
    await ask(planted, 'PUT', `user/${planted.id}`, { email: attackers })
    const confirmation = /確認コード: (\S+)/.exec((await mailsIn(test, attackers))[0]?.text ?? '')?.[1]
    await ask(null, 'POST', 'confirm-email', { confirmation_code: confirmation })
    const code = await codeTo(planted.email)
    expect((await open(code)).status).toBe(400)
    expect((await accept(code, chosen)).status).toBe(400)
    expect(await memberIds(b.admin)).toEqual([b.admin.id])
  })
})

describe('an invitation', () => {
  it('of a confirmed address takes effect by the link alone, once, and other memberships stay', async () => {
    const { organization, admin } = await foundOrganization()
    const person = await newMember(test.other)
    await confirmAddressOf(person.id)
    const answer = await invite(admin, person.email.toUpperCase(), { role: role.admin, is_alert_mail: true })
    expect(answer.status).toBe(201)
    const before = dataOf('me', await ask(person, 'GET', 'user/me'))
    expect(before.organization_names).toEqual([test.other.name])
    const [mail] = await mailsIn(test, person.email.toUpperCase())
    expect(mail?.subject).toBe(`【検針】${organization.name}への招待`)
    const code = await codeTo(person.email.toUpperCase())
    expect(mail?.text).toContain(`https://kenshin.example/invitation#${code}`)
    expect(dataOf('openInvitation', await open(code))).toMatchObject({
      organization_name: organization.name,
      username: person.username,
      needs_password: false,
      is_new: false,
    })
    expect((await accept(code)).status).toBe(200)
    // The session went on.
    const after = dataOf('me', await ask(person, 'GET', 'user/me'))
    expect(after).toMatchObject({ role: role.general, is_alert_mail: false })
    expect(after.organization_names.toSorted()).toEqual([organization.name, test.other.name].toSorted())
    const members = dataOf('users', await ask(admin, 'GET', 'users'))
    expect(members.find(({ id }) => id === person.id)).toMatchObject({
      role: role.admin,
      is_alert_mail: true,
    })
    expect(await pending(admin)).toEqual([])
    expect((await accept(code)).status).toBe(400)
    const audited = await test.deps.database.asSystem((tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.organizationId, organization.id)),
    )
    expect(audited.map(({ noun, action, userId }) => [noun, action, userId])).toEqual([
      ['invitation', 'create', admin.id],
      ['user', 'create', person.id],
    ])
  })

  it('creates a new user, who sets the password at the link', async () => {
    const { organization, admin } = await foundOrganization()
    const email = newAddress()
    const username = `新人 ${randomUUID()}`
    const sent = dataOf('inviteUser', await invite(admin, email, { username, role: role.admin }))
    expect(sent).toMatchObject({ email, username, role: role.admin })
    expect(failureOf(await login(organization.code, username, password)).code).toBe('login_failed')
    const code = await codeTo(email)
    expect(dataOf('openInvitation', await open(code))).toMatchObject({ needs_password: true, is_new: true })
    expect(failureOf(await accept(code)).issues?.[0]?.path).toBe('new_password')
    expect(failureOf(await accept(code, 'weak')).issues?.[0]?.path).toBe('new_password')
    expect((await accept(code, chosen)).status).toBe(200)
    const { id_token: idToken } = dataOf('login', await login(organization.code, username, chosen))
    const me = dataOf('me', await test.ask('GET', '/api/v1/user/me', { as: { idToken } }))
    expect(me).toMatchObject({ username, email, role: role.admin })
    expect(await confirmedAtOf(me.id)).not.toBeNull()
  })

  it('reserves the name of a new user until it ends', async () => {
    const { admin } = await foundOrganization()
    const username = `name-${randomUUID()}`
    const sent = dataOf('inviteUser', await invite(admin, newAddress(), { username }))
    const create = () =>
      ask(admin, 'POST', 'user/create', {
        username: username.toUpperCase(),
        email: newAddress(),
        password,
        ...membership,
      })
    expect(failureOf(await create()).code).toBe('user_taken')
    expect((await ask(admin, 'DELETE', `invitation/${sent.id}`)).status).toBe(200)
    expect((await create()).status).toBe(201)
  })

  it('does not reveal user name and id of an account, neither to the inviter nor in the history', async () => {
    const { organization, admin } = await foundOrganization()
    const stranger = await buildOutsider(test.deps.database)
    const answer = await invite(admin, stranger.email)
    const listed = await ask(admin, 'GET', 'invitations')
    const history = await ask(admin, 'GET', 'audit-entries')
    for (const { text } of [answer, listed, history]) {
      expect(text).toContain(stranger.email)
      expect(text).not.toContain(stranger.username)
    }
    expect(dataOf('inviteUser', answer).username).toBe('')
    const [entry] = await test.deps.database.asSystem((tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.organizationId, organization.id)),
    )
    expect(entry).toMatchObject({ noun: 'invitation', subjectId: dataOf('inviteUser', answer).id })
  })

  it('expires after seven days and can be sent again, which replaces the link', async () => {
    const { admin } = await foundOrganization()
    const { email } = await buildOutsider(test.deps.database)
    const first = dataOf('inviteUser', await invite(admin, email))
    expect(Date.parse(first.expires_at) - Date.parse(first.created_at)).toBe(7 * day)
    expect(failureOf(await invite(admin, email))).toMatchObject({
      code: 'already_invited',
      issues: [{ path: 'email' }],
    })
    const old = await codeTo(email)
    test.advance(7 * day + 1000)
    const admin2 = await test.signIn(admin)
    expect((await open(old)).status).toBe(400)
    expect((await pending(admin2)).map(({ id }) => id)).toEqual([first.id])
    const again = await ask(admin2, 'POST', `invitation/${first.id}/resend`, {})
    expect(dataOf('resendInvitation', again)).toMatchObject({ email, role: role.general })
    expect((await accept(old, chosen)).status).toBe(400)
    expect((await accept(await codeTo(email), chosen)).status).toBe(200)
  })

  it('can be withdrawn, by administrators of the organization who might have sent it', async () => {
    const { organization, admin } = await foundOrganization()
    const system = await newMember(organization, role.system)
    const { email } = await buildOutsider(test.deps.database)
    const sent = dataOf('inviteUser', await invite(system, email, { role: role.system }))
    expect(await pending(admin)).toEqual([])
    const path = `invitation/${sent.id}`
    expect((await ask(admin, 'DELETE', path)).status).toBe(404)
    expect((await ask(await test.signIn(test.other.admin), 'DELETE', path)).status).toBe(404)
    expect((await ask(admin, 'POST', `${path}/resend`, {})).status).toBe(404)
    expect((await ask(system, 'DELETE', path)).status).toBe(200)
    expect((await accept(await codeTo(email), chosen)).status).toBe(400)
    expect((await ask(system, 'DELETE', path)).status).toBe(404)
  })

  it.each([
    ['is removed', null],
    ['becomes a general user', role.general],
  ])('ends when the administrator who sent it %s', async (_what, next) => {
    const { organization, admin } = await foundOrganization()
    const other = await newMember(organization, role.admin)
    const { email } = await buildOutsider(test.deps.database)
    await invite(other, email, { role: role.admin })
    const path = `user/${other.id}/organization/${organization.id}`
    await (next === null ? ask(admin, 'DELETE', path) : ask(admin, 'PUT', path, { role: next }))
    expect((await accept(await codeTo(email), chosen)).status).toBe(400)
    // Another administrator may stand in for it.
    const [left] = await pending(admin)
    expect((await ask(admin, 'POST', `invitation/${left?.id}/resend`, {})).status).toBe(200)
    expect((await accept(await codeTo(email), chosen)).status).toBe(200)
  })

  it('is refused with a message of its own for an unknown address, a member and a stopped organization', async () => {
    const { organization, admin } = await foundOrganization()
    expect(failureOf(await invite(admin, newAddress())).messages).toEqual([
      'このメールアドレスのユーザーは登録されていません',
    ])
    for (const given of [{}, { username: `u-${randomUUID()}` }]) {
      expect(failureOf(await invite(admin, admin.email, given))).toMatchObject({
        code: 'already_member',
        messages: ['このユーザーはすでにこの組織に所属しています'],
        issues: [{ path: 'email' }],
      })
    }
    const { email } = await buildOutsider(test.deps.database)
    await invite(admin, email)
    await test.deps.database.asSystem((tx) =>
      tx.update(organizations).set({ status: 1 }).where(eq(organizations.id, organization.id)),
    )
    const inStopped = { organization_id: organization.id }
    expect(
      failureOf(await invite(await test.signIn(test.own.system), newAddress(), inStopped)).messages,
    ).toEqual(['停止中の組織にはユーザーを追加できません'])
    expect(failureOf(await accept(await codeTo(email), chosen)).code).toBe('organization_stopped')
  })

  it('accepted twice at the same moment makes one member', async () => {
    const { admin } = await foundOrganization()
    const email = newAddress()
    await invite(admin, email, { username: `u-${randomUUID()}` })
    const code = await codeTo(email)
    const answers = await Promise.all([accept(code, chosen), accept(code, chosen)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await memberIds(admin)).toHaveLength(2)
  })
})

describe('mails to strangers', () => {
  it('are limited to three a day for an address, however often it is invited and withdrawn', async () => {
    const { admin } = await foundOrganization()
    const stranger = await buildOutsider(test.deps.database)
    const answers: number[] = []
    for (let n = 0; n < 5; n++) {
      const answer = await invite(admin, stranger.email)
      answers.push(answer.status)
      if (answer.status === 201) await ask(admin, 'DELETE', `invitation/${dataOf('inviteUser', answer).id}`)
    }
    expect(answers).toEqual([201, 201, 201, 429, 429])
    expect(await mailsIn(test, stranger.email)).toHaveLength(3)
    test.advance(day + 1000)
    expect((await invite(await test.signIn(admin), stranger.email)).status).toBe(201)
  })

  it('are limited to ten a day for an address over all organizations', async () => {
    const stranger = await buildOutsider(test.deps.database)
    const answers: number[] = []
    for (let n = 0; n < 11; n++) {
      const { admin } = await foundOrganization()
      answers.push((await invite(admin, stranger.email)).status)
    }
    expect(answers).toEqual([...Array<number>(10).fill(201), 429])
  })

  it('are limited to a hundred a day for an organization', async () => {
    const { organization, admin } = await foundOrganization()
    const other = await foundOrganization()
    const now = test.deps.clock()
    const sent = Array.from({ length: 99 }, () => ({
      organizationId: organization.id,
      email: newAddress(),
      role: role.general,
      invitedByUserId: admin.id,
      tokenHash: randomUUID(),
      createdAt: now,
      expiresAt: now,
      endedAt: now,
    }))
    await test.deps.database.asSystem((tx) => tx.insert(invitations).values(sent))
    const inviteSomebody = (as: SignedInUser) => invite(as, newAddress(), { username: `u-${randomUUID()}` })
    expect((await inviteSomebody(admin)).status).toBe(201)
    expect(failureOf(await inviteSomebody(admin))).toMatchObject({
      code: 'too_many_requests',
      issues: [
        {
          path: 'email',
          message: '24時間に送信できる招待メールの上限に達しました。明日もう一度お試しください',
        },
      ],
    })
    expect((await inviteSomebody(other.admin)).status).toBe(201)
    test.advance(day + 1000)
    expect((await inviteSomebody(await test.signIn(admin))).status).toBe(201)
  })

  it('are limited to five an hour for one new address, whoever’s it is said to become', async () => {
    const stranger = newAddress()
    const answers: number[] = []
    for (let n = 0; n < 6; n++) {
      const member = await newMember(test.other)
      answers.push((await ask(member, 'PUT', `user/${member.id}`, { email: stranger })).status)
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('an account by mail and one by password for the same address', () => {
  it('are one account, with the password of whoever reads the mail', async () => {
    const a = await foundOrganization()
    const b = await foundOrganization()
    const email = newAddress()
    const username = `u-${randomUUID()}`
    await invite(b.admin, email, { username: `u-${randomUUID()}` })
    await ask(a.admin, 'POST', 'user/create', { username, email, password, ...membership })
    const code = await codeTo(email)
    expect(dataOf('openInvitation', await open(code))).toMatchObject({
      username,
      needs_password: true,
      is_new: false,
    })
    expect((await accept(code, chosen)).status).toBe(200)
    expect((await login(b.organization.code, username, password)).status).toBe(401)
    expect((await login(b.organization.code, username, chosen)).status).toBe(200)
  })

  it('leave a person whom the same organization created in the meantime a member as created', async () => {
    const { organization, admin } = await foundOrganization()
    const email = newAddress()
    const username = `u-${randomUUID()}`
    await invite(admin, email, { username: `u-${randomUUID()}`, role: role.admin })
    await ask(admin, 'POST', 'user/create', { username, email, password, ...membership })
    expect((await accept(await codeTo(email), chosen)).status).toBe(400)
    expect((await login(organization.code, username, password)).status).toBe(200)
    expect(await pending(admin)).toEqual([])
  })

  it('may have the same user name in one organization', async () => {
    const { organization, admin } = await foundOrganization()
    const email = newAddress()
    const username = `u-${randomUUID()}`
    await invite(admin, email, { username })
    const created = await ask(admin, 'POST', 'user/create', { username, email, password, ...membership })
    expect(created.status).toBe(201)
    expect((await login(organization.code, username, password)).status).toBe(200)
    expect(await pending(admin)).toEqual([])
  })
})
