// Covers docs/requirements.md: 170, 191, 192, 227, 228, 274, 434, 609

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOrganization, buildUser, type TestUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { auditEntries, confirmationCodes, users } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ work: true, settings: { PUBLIC_URL: 'https://kenshin.example/' } })
})
afterAll(() => test.close())

const newPassword = 'Another-2027!'
const newUser = () => buildUser(test.deps.database, test.own)

let addresses = 0
const newAddress = () => `192.0.2.${++addresses}`

const forgot = (organization_code: string, email: string) =>
  test.ask('POST', '/api/v1/forgot-password', { body: { organization_code, email } })

const confirm = (
  username: string,
  confirmation_code: string,
  more: Record<string, unknown> = {},
  from = newAddress(),
) =>
  test.ask('POST', '/api/v1/confirm-forgot-password', {
    body: {
      confirmation_code,
      username,
      new_password: newPassword,
      confirm_new_password: newPassword,
      ...more,
    },
    from,
  })

const login = (user: TestUser, password: string) =>
  test.ask('POST', '/api/v1/login', {
    body: { organization_code: user.organizationCode, username: user.username, password },
    from: newAddress(),
  })

/** Every mail to this user that has arrived so far. */
async function mailsTo(user: TestUser) {
  const folder = join(test.dataDir, 'outbox-mail')
  const names = readdirSync(folder, { recursive: false }).map(String)
  const whole = names.filter((name) => name.endsWith('.eml') && !name.startsWith('.')).sort()
  const mails = await Promise.all(whole.map((name) => PostalMime.parse(readFileSync(join(folder, name)))))
  return mails.filter((mail) => mail.to?.[0]?.address === user.email)
}

async function newestCode(user: TestUser, count = 1): Promise<string> {
  await expect.poll(async () => (await mailsTo(user).catch(() => [])).length).toBe(count)
  const mails = await mailsTo(user)
  const [, code = ''] = /確認コード: (\S+)/.exec(mails.at(-1)?.text ?? '') ?? []
  return code
}

const invalid = {
  status: 400,
  json: { code: 'confirmation_code_invalid', issues: [{ path: 'confirmation_code' }] },
}

describe('a forgotten password', () => {
  it('is set anew with the code from the mail, which ends every session', async () => {
    const user = await newUser()
    const session = await test.signIn(user)
    expect(await forgot(test.own.code, user.email)).toMatchObject({
      status: 200,
      json: { success: true, data: {} },
    })
    const code = await newestCode(user)
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/)
    const [mail] = await mailsTo(user)
    expect(mail?.subject).toBe('【検針】パスワード再設定の確認コード')
    expect(mail?.text).toContain(`ユーザー名: ${user.username}`)
    expect(mail?.text).toContain('https://kenshin.example/new-password')

    expect(await confirm(user.username, code)).toMatchObject({
      status: 200,
      json: { success: true, data: {} },
    })
    expect(await test.ask('GET', '/api/v1/user/me', { as: session })).toMatchObject({ status: 401 })
    expect(await login(user, user.password)).toMatchObject({ status: 401 })
    expect(await login(user, newPassword)).toMatchObject({ status: 200 })
    expect(await confirm(user.username, code)).toMatchObject(invalid)
  })

  it('takes the code as people type it', async () => {
    const user = await newUser()
    await forgot(test.own.code, user.email.toUpperCase())
    const code = await newestCode(user)
    const typed = code
      .toLowerCase()
      .replace('-', ' ')
      .replace(/[a-z0-9]/, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    expect(await confirm(user.username, ` ${typed}`)).toMatchObject({ status: 200 })
  })

  it('answers the same where there is no such account, and sends nothing', async () => {
    const user = await newUser()
    const stopped = await buildOrganization(test.deps.database, { status: 1 })
    const member = await buildUser(test.deps.database, stopped)
    const cases: [string, string][] = [
      [test.own.code, 'nobody@example.com'],
      ['nowhere', user.email],
      [test.other.code, user.email],
      [stopped.code, member.email],
      [test.own.code, user.email],
    ]
    for (const [code, email] of cases) {
      const answer = await forgot(code, email)
      expect(answer.status).toBe(200)
      expect(answer.json).toEqual({ success: true, data: {} })
    }
    await newestCode(user)
    expect(await mailsTo(member)).toEqual([])
  })

  it('says to anybody whether mails only lie in the folder', async () => {
    const mailing = await createTestApp({ settings: { SMTP_URL: 'smtp://127.0.0.1:1' } })
    const path = '/api/v1/mail-delivery'
    try {
      const stored = await test.ask('GET', path, {})
      expect(stored).toMatchObject({ status: 200, json: { success: true, data: { mails_to_folder: true } } })
      const sent = await mailing.ask('GET', path, {})
      expect(sent.json).toEqual({ success: true, data: {} })
    } finally {
      await mailing.close()
    }
  })

  it('answers before it is looked up whose it is, and the mail is not lost', async () => {
    const user = await newUser()
    await test.deps.database.asSystem(async (tx) => {
      // Whoever looks the account up to send a code waits for this.
      await tx.select().from(users).where(eq(users.id, user.id)).for('update')
      expect(await forgot(test.own.code, user.email)).toMatchObject({ status: 200 })
    })
    await newestCode(user)
  })

  it('sends three mails in half an hour and no more', async () => {
    const user = await newUser()
    for (const mails of [1, 2, 3, 3, 3]) {
      await forgot(test.own.code, user.email)
      await newestCode(user, mails)
    }
    const codes = await test.deps.database.asSystem((tx) =>
      tx.select().from(confirmationCodes).where(eq(confirmationCodes.userId, user.id)),
    )
    expect(codes).toHaveLength(3)
  })

  it('takes a code although a stranger guesses at it without end, at the same address too', async () => {
    const user = await newUser()
    const from = newAddress()
    await forgot(test.own.code, user.email)
    const code = await newestCode(user)
    for (let round = 0; round < 3; round++) {
      const guesses = Array.from({ length: 35 }, () => confirm(user.username, 'AAAAA-AAAAA'))
      for (const answer of await Promise.all(guesses)) expect(answer).toMatchObject(invalid)
    }
    for (let time = 0; time < 5; time++) await confirm(user.username, 'AAAAA-AAAAA', {}, from)
    expect(await confirm(user.username, 'AAAAA-AAAAA', {}, from)).toMatchObject({ status: 429 })
    expect(await confirm(user.username, code, {}, from)).toMatchObject({ status: 200 })
  })

  it('refuses a code after 30 minutes, and with another user’s name', async () => {
    const late = await newUser()
    await forgot(test.own.code, late.email)
    const lateCode = await newestCode(late)
    const stranger = await newUser()
    expect(await confirm(stranger.username, lateCode)).toMatchObject(invalid)
    test.advance(31 * 60_000)
    expect(await confirm(late.username, lateCode)).toMatchObject(invalid)
  })

  it('is not replaced by itself, and its code still holds', async () => {
    const user = await newUser()
    await forgot(test.own.code, user.email)
    const code = await newestCode(user)
    const same = { new_password: user.password, confirm_new_password: user.password }
    expect(await confirm(user.username, code, same)).toMatchObject({
      status: 400,
      json: {
        code: 'password_unchanged',
        messages: expect.arrayContaining([
          '新しいパスワードが現在のパスワードと同じです。別のパスワードを入力してください。',
        ]),
        issues: [{ path: 'new_password', message: '現在のパスワードと同じです' }],
      },
    })
    expect(await confirm(user.username, code)).toMatchObject({ status: 200 })
  })

  it('slows an address down that guesses codes', async () => {
    const from = newAddress()
    for (let time = 0; time < 5; time++) await confirm('nobody', 'AAAAA-AAAAA', {}, from)
    expect(await confirm('nobody', 'AAAAA-AAAAA', {}, from)).toMatchObject({ status: 429 })
  })

  it('wants the new password twice the same, and a good one', async () => {
    expect(await confirm('nobody', 'AAAAA-AAAAA', { confirm_new_password: 'Different-1!' })).toMatchObject({
      status: 400,
      json: { code: 'passwords_differ', issues: [{ path: 'confirm_new_password' }] },
    })
    const weak = { new_password: 'weak', confirm_new_password: 'weak' }
    expect(await confirm('nobody', 'AAAAA-AAAAA', weak)).toMatchObject({
      status: 400,
      json: {
        code: 'validation_failed',
        issues: [{ path: 'new_password', message: 'パスワードを正しく入力してください' }],
      },
    })
  })

  it('keeps neither codes nor passwords in clear', async () => {
    const user = await newUser()
    await forgot(test.own.code, user.email)
    const code = await newestCode(user)
    const rows = await test.deps.database.asSystem(async (tx) => [
      await tx.select().from(confirmationCodes),
      await tx.select().from(users),
    ])
    const text = JSON.stringify(rows)
    expect(text).not.toContain(code.replace('-', ''))
    expect(text).not.toContain(user.password)
    expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })
})

describe('changing one’s password', () => {
  const change = (
    user: { idToken: string; accessToken: string },
    previous_password: string,
    proposed_password = newPassword,
  ) =>
    test.ask('POST', '/api/v1/change-password', {
      as: user,
      body: { previous_password, proposed_password, access_token: user.accessToken },
      from: newAddress(),
    })

  it('takes the previous one, and ends every session of the user', async () => {
    const user = await newUser()
    const [here, elsewhere] = [await test.signIn(user), await test.signIn(user)]
    expect(await change(here, user.password)).toMatchObject({
      status: 200,
      json: { success: true, data: {} },
    })
    for (const session of [here, elsewhere]) {
      expect(await test.ask('GET', '/api/v1/user/me', { as: session })).toMatchObject({ status: 401 })
    }
    expect(await login(user, newPassword)).toMatchObject({ status: 200 })
    const entries = await test.deps.database.asSystem((tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.noun, 'user'), eq(auditEntries.subjectId, user.id))),
    )
    expect(entries).toMatchObject([
      {
        organizationId: test.own.id,
        userId: user.id,
        action: 'update',
        before: {},
        after: { password: true },
      },
    ])
  })

  it('refuses a wrong previous password and leaves everything as it was', async () => {
    const user = await newUser()
    const session = await test.signIn(user)
    expect(await change(session, 'wrong')).toMatchObject({
      status: 400,
      json: { code: 'password_incorrect' },
    })
    expect(await test.ask('GET', '/api/v1/user/me', { as: session })).toMatchObject({ status: 200 })
    expect(await login(user, user.password)).toMatchObject({ status: 200 })
  })

  it('refuses the previous password as the new one, and leaves everything as it was', async () => {
    const user = await newUser()
    const session = await test.signIn(user)
    expect(await change(session, user.password, user.password)).toMatchObject({
      status: 400,
      json: { code: 'password_unchanged', issues: [{ path: 'proposed_password' }] },
    })
    expect(await test.ask('GET', '/api/v1/user/me', { as: session })).toMatchObject({ status: 200 })
  })

  it('refuses an access token of another session, and an id token in its place', async () => {
    const user = await newUser()
    const session = await test.signIn(user)
    const other = await test.signIn(user)
    for (const accessToken of [other.accessToken, session.idToken]) {
      expect(await change({ idToken: session.idToken, accessToken }, user.password)).toMatchObject({
        status: 403,
        json: { code: 'forbidden' },
      })
    }
  })
})
