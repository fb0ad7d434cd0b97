// Covers docs/requirements.md: 440, 441, 577, 583

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import {
  buildMembership,
  buildOrganization,
  buildUser,
  type SignedInUser,
} from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addKey } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { answerDuring } from '../../../tests/support/server/locks.ts'
import { mailsIn } from '../../../tests/support/server/queued-mails.ts'
import type { Tx } from '../../db/client.ts'
import { confirmationCodes, users } from '../../db/schema.ts'
import type { Mail } from '../../mail/mailer.ts'
import { sendConfirmationCode } from '../sessions/password-service.ts'
import { lockPasswordHash, setPassword, voidCodes } from '../sessions/repository.ts'
import { lockNames, setConfirmedEmail, voidEmailChanges } from './repository.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ settings: { PUBLIC_URL: 'https://kenshin.example' } })
})
afterAll(() => test.close())

const newMember = async (organization = test.own) =>
  test.signIn(await buildUser(test.deps.database, organization))
const newAddress = () => `${randomUUID()}@example.com`
const change = (as: SignedInUser, of: SignedInUser, email: string, given: object = {}) =>
  test.ask('PUT', `/api/v1/user/${of.id}`, { as, body: { email, ...given } })
const confirm = (code: string) =>
  test.ask('POST', '/api/v1/confirm-email', { body: { confirmation_code: code } })
const emailOf = async (as: SignedInUser) =>
  dataOf('me', await test.ask('GET', '/api/v1/user/me', { as })).email
const codeIn = (mail: Mail | undefined) => /確認コード: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
const codeTo = async (address: string) => codeIn((await mailsIn(test, address)).at(-1))

describe('an e-mail address', () => {
  it('changes once the new one is confirmed; the old one is told both times', async () => {
    const person = await newMember()
    const email = newAddress()
    expect((await change(person, person, email, { role: role.general })).status).toBe(200)
    const me = dataOf('me', await test.ask('GET', '/api/v1/user/me', { as: person }))
    expect(me).toMatchObject({ email: person.email, pending_email: email, mails_to_folder: true })
    const [mail] = await mailsIn(test, email)
    expect(mail?.text).toContain(`https://kenshin.example/confirm-email#${codeIn(mail)}`)
    const confirmed = await confirm(codeIn(mail))
    expect(dataOf('confirmEmail', confirmed)).toEqual({ email })
    expect(await emailOf(person)).toBe(email)
    const told = await mailsIn(test, person.email)
    expect(told.map(({ subject }) => subject)).toEqual([
      '【検針】メールアドレスの変更の申請',
      '【検針】メールアドレスが変更されました',
    ])
    expect((await confirm(codeIn(mail))).status).toBe(400)
  })

  it('is refused where it is another’s or the same, in the words of the documents', async () => {
    const person = await newMember()
    expect(failureOf(await change(person, person, test.other.general.email.toUpperCase())).messages).toEqual([
      '既に使用されているメールアドレスです',
    ])
    expect(failureOf(await change(person, person, person.email)).messages).toEqual([
      'メールアドレスが変更されていません',
    ])
  })

  it('that somebody else has taken in the meantime is not confirmed', async () => {
    const person = await newMember()
    const email = newAddress()
    await change(person, person, email)
    await buildUser(test.deps.database, test.other, { email })
    expect(failureOf(await confirm(await codeTo(email))).code).toBe('email_taken')
    expect(await emailOf(person)).toBe(person.email)
  })

  it('is confirmed by the newest code only, for an hour', async () => {
    const person = await newMember()
    const [first, second] = [newAddress(), newAddress()]
    await change(person, person, first)
    await change(person, person, second)
    expect((await confirm(await codeTo(first))).status).toBe(400)
    test.advance(61 * 60_000)
    expect((await confirm(await codeTo(second))).status).toBe(400)
  })

  it('is changed by an administrator of the organization, and by no colleague, key or stranger', async () => {
    const person = await newMember()
    const email = newAddress()
    expect((await change(await newMember(), person, email)).status).toBe(403)
    expect((await change(await test.signIn(test.other.admin), person, email)).status).toBe(404)
    const key = await addKey(test.deps, test.own.id, person.id)
    const byKey = await test.ask('PUT', `/api/v1/user/${person.id}`, {
      headers: { apikey: `${key.accessKey}:secret` },
      body: { email },
    })
    expect(byKey.status).toBe(403)
    const again = await test.signIn(test.own.admin)
    expect((await change(again, test.own.system, email)).status).toBe(404)
    expect((await change(again, person, email)).status).toBe(200)
    const [told] = await mailsIn(test, person.email)
    expect(told?.text).toContain(`${again.username} さん`)
  })

  it('of somebody in several organizations is changed by that person alone', async () => {
    const person = await newMember()
    await buildMembership(test.deps.database, person, test.other)
    const again = await test.signIn(test.own.admin)
    expect((await change(again, person, newAddress())).status).toBe(403)
    expect((await change(person, person, newAddress())).status).toBe(200)
  })

  it('gets a few mails an hour and no more', async () => {
    const person = await newMember()
    const answers = []
    for (let n = 0; n < 6; n++) answers.push((await change(person, person, newAddress())).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('a pending change of address', () => {
  const usersOf = async (as: SignedInUser) =>
    dataOf('users', await test.ask('GET', `/api/v1/users?organization_id=${test.own.id}`, { as }))
  const pendingOf = async (as: SignedInUser, of: SignedInUser) =>
    (await usersOf(as)).find(({ id }) => id === of.id)?.pending_email
  const withdraw = (as: SignedInUser, of: SignedInUser) =>
    test.ask('DELETE', `/api/v1/user/${of.id}/email-change`, { as })

  it('is listed for administrators, and no longer once it is confirmed or has expired', async () => {
    const admin = await test.signIn(await buildUser(test.deps.database, test.own, { role: role.admin }))
    const [person, other] = [await newMember(), await newMember()]
    const [email, late] = [newAddress(), newAddress()]
    expect(await pendingOf(admin, person)).toBeUndefined()
    await change(person, person, email)
    await change(other, other, late)
    expect(await pendingOf(admin, person)).toBe(email)
    await confirm(await codeTo(email))
    expect(await pendingOf(admin, person)).toBeUndefined()
    expect(await pendingOf(admin, other)).toBe(late)
    test.advance(61 * 60_000)
    expect(await pendingOf(await test.signIn(test.own.admin), other)).toBeUndefined()
  })

  it('is withdrawn by an administrator or by the person alone: its code is invalid from then on', async () => {
    const admin = await test.signIn(await buildUser(test.deps.database, test.own, { role: role.admin }))
    const person = await newMember()
    for (const by of [admin, person]) {
      const email = newAddress()
      await change(person, person, email)
      expect((await withdraw(await newMember(), person)).status).toBe(403)
      expect((await withdraw(await newMember(test.other), person)).status).toBe(404)
      expect(dataOf('withdrawEmailChange', await withdraw(by, person))).toEqual({ id: person.id })
      expect(await pendingOf(admin, person)).toBeUndefined()
      expect((await confirm(await codeTo(email))).status).toBe(400)
      expect(await emailOf(person)).toBe(person.email)
      expect((await withdraw(by, person)).status).toBe(404)
    }
    const path = `/api/v1/audit-entries?noun=user&subject_id=${person.id}`
    const [entry] = dataOf('auditEntries', await test.ask('GET', path, { as: admin }))
    expect(entry).toMatchObject({
      action: 'update',
      user: { id: person.id },
      before: { pending_email: expect.stringContaining('@example.com') },
      after: { pending_email: null },
    })
  })

  const newOrganization = () => buildOrganization(test.deps.database)
  const accept = async (address: string, password?: string) => {
    const mail = (await mailsIn(test, address)).at(-1)
    const code = /招待コード: (\S+)/.exec(mail?.text ?? '')?.[1]
    return test.ask('POST', '/api/v1/invitation/accept', {
      body: { invitation_code: code, ...(password !== undefined && { new_password: password }) },
    })
  }

  it.each([
    ['an administrator of the other organization', { isOwn: false, isConfirmed: false }],
    ['somebody who knows the account’s password', { isOwn: true, isConfirmed: false }],
    // The link of a confirmed address sets no password, which would drop the change as well.
    ['the person, whose address is confirmed', { isOwn: true, isConfirmed: true }],
  ])('asked for by %s does not survive that the person joins an organization', async (_who, given) => {
    const { isOwn, isConfirmed } = given
    const [a, b] = [await newOrganization(), await newOrganization()]
    const attacker = await test.signIn(await buildUser(test.deps.database, a, { role: role.admin }))
    const owner = await test.signIn(await buildUser(test.deps.database, b, { role: role.admin }))
    const person = await test.signIn(await buildUser(test.deps.database, a))
    if (isConfirmed) {
      await test.deps.database.asSystem((tx) =>
        tx.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, person.id)),
      )
    }
    const attackers = newAddress()
    expect((await change(isOwn ? person : attacker, person, attackers)).status).toBe(200)
    const invited = await test.ask('POST', '/api/v1/user/invite', {
      as: owner,
      body: { email: person.email, role: role.admin, is_alert_mail: false, white_ips: null },
    })
    expect(invited.status).toBe(201)
    const password = isConfirmed ? person.password : 'Chosen-2028!'
    expect((await accept(person.email, isConfirmed ? undefined : password)).status).toBe(200)
    expect((await confirm(await codeTo(attackers))).status).toBe(400)
    const login = await test.ask('POST', '/api/v1/login', {
      body: { organization_code: b.code, username: person.email, password, email: '' },
    })
    expect(login.status).toBe(200)
  })

  it('asked for by the person does not survive that the person leaves another organization', async () => {
    const person = await newMember()
    await buildMembership(test.deps.database, person, test.other)
    const email = newAddress()
    expect((await change(person, person, email)).status).toBe(200)
    const path = `/api/v1/user/${person.id}/organization/${test.other.id}`
    expect((await test.ask('DELETE', path, { as: await test.signIn(test.other.admin) })).status).toBe(200)
    expect((await confirm(await codeTo(email))).status).toBe(400)
    expect(await emailOf(person)).toBe(person.email)
  })

  it('is checked again when it is confirmed: the person may belong to another organization by then', async () => {
    const person = await newMember()
    const email = newAddress()
    expect((await change(await test.signIn(test.own.admin), person, email)).status).toBe(200)
    // Past the calls, which drop the change themselves.
    await buildMembership(test.deps.database, person, test.other)
    expect((await confirm(await codeTo(email))).status).toBe(400)
    expect(await emailOf(person)).toBe(person.email)
  })

  it.each([
    ['is removed', null, false],
    ['is removed and added again', null, true],
    ['becomes a general user', role.general, false],
    ['becomes a general user and an administrator again', role.general, true],
  ])('ends when the requester %s', async (_what, next, isRestored) => {
    const organization = await newOrganization()
    const newAdmin = async () =>
      test.signIn(await buildUser(test.deps.database, organization, { role: role.admin }))
    const [owner, requester] = [await newAdmin(), await newAdmin()]
    const person = await test.signIn(await buildUser(test.deps.database, organization))
    const email = newAddress()
    expect((await change(requester, person, email)).status).toBe(200)
    const path = `/api/v1/user/${requester.id}/organization/${organization.id}`
    const setRole = async (given: 0 | 1) =>
      expect((await test.ask('PUT', path, { as: owner, body: { role: given } })).status).toBe(200)
    if (next === null) expect((await test.ask('DELETE', path, { as: owner })).status).toBe(200)
    else await setRole(next)
    if (isRestored && next === null) {
      await buildMembership(test.deps.database, requester, organization, role.admin)
    }
    if (isRestored && next !== null) await setRole(role.admin)
    expect((await confirm(await codeTo(email))).status).toBe(400)
    expect(await emailOf(person)).toBe(person.email)
  })

  it('ends when the role of the person changes', async () => {
    const person = await newMember()
    const email = newAddress()
    await change(person, person, email)
    await test.ask('PUT', `/api/v1/user/${person.id}/organization/${test.own.id}`, {
      as: await test.signIn(test.own.admin),
      body: { role: role.admin },
    })
    expect((await confirm(await codeTo(email))).status).toBe(400)
  })

  it('ends when the person replaces the password, as the mail to the old address advises', async () => {
    const person = await newMember()
    const email = newAddress()
    await change(person, person, email)
    const changed = await test.ask('POST', '/api/v1/change-password', {
      as: person,
      body: {
        previous_password: person.password,
        proposed_password: 'Chosen-2028!',
        access_token: person.accessToken,
      },
    })
    expect(changed.status).toBe(200)
    expect((await confirm(await codeTo(email))).status).toBe(400)
  })

  it('confirms the address when it is confirmed', async () => {
    const person = await newMember()
    const email = newAddress()
    await change(person, person, email)
    await confirm(await codeTo(email))
    const rows = await test.deps.database.asSystem((tx) =>
      tx.select({ at: users.emailConfirmedAt }).from(users).where(eq(users.id, person.id)),
    )
    expect(rows[0]?.at).not.toBeNull()
  })
})

it('a code for a forgotten password is not mailed to an address that is changed in the meantime', async () => {
  const person = await newMember()
  const { organizationCode: organization_code, email } = person
  await answerDuring(test, {
    lock: async (tx) => {
      await setConfirmedEmail(tx, person.id, newAddress(), new Date())
      await voidCodes(tx, person.id, new Date())
    },
    send: () => sendConfirmationCode(test.deps, { organization_code, email }),
  })
  expect(await mailsIn(test, email)).toEqual([])
  const codes = await test.deps.database.asSystem((tx) =>
    tx.select().from(confirmationCodes).where(eq(confirmationCodes.userId, person.id)),
  )
  expect(codes).toEqual([])
})

describe('calls about an address do not deadlock', () => {
  const endSessions = (person: SignedInUser) => (tx: Tx) =>
    setPassword(tx, person.id, 'a replaced hash', new Date())

  it('asking for a change, with an invitation that replaces the password', async () => {
    const person = await newMember()
    const { status } = await answerDuring(test, {
      lock: lockNames,
      send: () => change(person, person, newAddress()),
      work: endSessions(person),
    })
    expect(status).toBe(401)
  })

  it('confirming a change, with asking for another one', async () => {
    const person = await newMember()
    const email = newAddress()
    await change(person, person, email)
    const code = await codeTo(email)
    const { status } = await answerDuring(test, {
      lock: lockNames,
      send: () => confirm(code),
      work: (tx) => voidEmailChanges(tx, person.id, new Date()),
    })
    expect(status).toBe(400)
  })

  it('confirming a change, with a password that is replaced', async () => {
    const person = await newMember()
    const email = newAddress()
    await change(person, person, email)
    const code = await codeTo(email)
    const { status } = await answerDuring(test, {
      lock: (tx) => lockPasswordHash(tx, person.id),
      send: () => confirm(code),
      work: endSessions(person),
    })
    expect(status).toBe(400)
  })
})
