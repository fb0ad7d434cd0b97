// Covers docs/requirements.md: 1, 12, 144, 188, 223, 226, 230, 249, 564, 565

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildOrganization,
  buildUser,
  type TestUser,
  type UserTraits,
} from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { memberships, organizations } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const login = (user: TestUser, given: Record<string, unknown> = {}, from?: string) =>
  test.ask('POST', '/api/v1/login', {
    body: {
      organization_code: user.organizationCode,
      username: user.username,
      password: user.password,
      email: '',
      ...given,
    },
    ...(from === undefined ? {} : { from }),
  })

const newUser = async (traits: UserTraits = {}) => buildUser(test.deps.database, test.own, traits)

describe('signing in', () => {
  it('answers with three tokens and the organization, and the id token opens the API', async () => {
    const user = await newUser()
    const answer = await login(user)
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json).toEqual({
      success: true,
      data: {
        id_token: expect.any(String),
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        organization: { name: test.own.name },
      },
    })
    const { data } = answer.json as { data: { id_token: string } }
    const me = await test.ask('GET', '/api/v1/user/me', { as: { idToken: data.id_token } })
    expect(me.json).toMatchObject({ success: true, data: { id: user.id, username: user.username } })
  })

  it('marks the device by a cookie that only sign-in gets back', async () => {
    const { headers } = await login(await newUser())
    expect(headers['set-cookie']).toMatch(
      /^kenshin_device=[\w-]{43}; Path=\/api\/v1\/login; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    )
    expect((await login(await newUser(), { password: 'wrong' })).headers['set-cookie']).toBeUndefined()
  })

  it('sends that cookie by HTTPS only where people come by HTTPS', async () => {
    const secure = await createTestApp({ settings: { PUBLIC_URL: 'https://kenshin.example' } })
    try {
      const { organizationCode: organization_code, username, password } = secure.own.general
      const body = { organization_code, username, password }
      const { headers } = await secure.ask('POST', '/api/v1/login', { body })
      expect(headers['set-cookie']).toMatch(/; Secure$/)
    } finally {
      await secure.close()
    }
  })

  it.each([
    ['e-mail', (user: TestUser) => user.email],
    ['user name in other case', (user: TestUser) => user.username.toUpperCase()],
    ['user name between spaces', (user: TestUser) => ` ${user.username} `],
  ])('takes the %s', async (_what, name) => {
    const user = await newUser()
    expect(await login(user, { username: name(user) })).toMatchObject({ status: 200 })
  })

  it('answers the same to a wrong password, an unknown user and an unknown organization', async () => {
    const user = await newUser()
    const refused = {
      status: 401,
      json: {
        success: false,
        code: 'login_failed',
        messages: ['ログインに失敗しました。'],
        request_id: expect.any(String),
      },
    }
    expect(await login(user, { password: 'wrong' })).toMatchObject(refused)
    expect(await login(user, { username: 'nobody' })).toMatchObject(refused)
    expect(await login(user, { organization_code: 'nowhere' })).toMatchObject(refused)
    expect(await login(user, { organization_code: test.other.code })).toMatchObject(refused)
  })

  it('accepts code and name in other width and letter case, and with invisible characters', async () => {
    const user = await newUser({ username: 'Tanaka ポンプ' })
    const [code, name] = [user.organizationCode, user.username]
    const wide = (text: string) =>
      text.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0))
    for (const typed of [name, wide(name), name.toUpperCase(), `\u200b${name}\ufeff`])
      expect(await login(user, { username: typed, organization_code: wide(code) })).toMatchObject({
        status: 200,
      })
    expect(await login(user, { username: name.replace('ポ', 'ホ') })).toMatchObject({ status: 401 })
  })

  it('prefers exactly the typed name where names of earlier versions look the same', async () => {
    const organization = await buildOrganization(test.deps.database)
    const named = (username: string) => buildUser(test.deps.database, organization, { username })
    const [marked, plain] = [await named('Sa\u200bto'), await named('Sato')]
    const idOf = async (username: string) => {
      const { id_token: idToken } = dataOf('login', await login(plain, { username }))
      return dataOf('me', await test.ask('GET', '/api/v1/user/me', { as: { idToken } })).id
    }
    for (const { id, username } of [marked, plain]) expect(await idOf(username)).toBe(id)
    expect(await idOf('ＳＡＴＯ')).toBe(marked.id)
  })

  it('names the missing field in Japanese', async () => {
    const answer = await test.ask('POST', '/api/v1/login', { body: { username: 'a', password: 'b' } })
    expect(answer).toMatchObject({
      status: 400,
      json: {
        code: 'validation_failed',
        issues: [{ path: 'organization_code', message: expect.stringMatching(/[ぁ-ん]/) }],
      },
    })
  })

  it.each([
    ['stopped', { status: 1 as const }],
    ['deleted', { status: 2 as const }],
    ['expired', { expireAt: new Date(Date.now() - 1000) }],
  ])('refuses a %s organization, but tells so only to whom knows the password', async (_what, traits) => {
    const organization = await buildOrganization(test.deps.database, traits)
    const user = await buildUser(test.deps.database, organization)
    expect(await login(user)).toMatchObject({ status: 403, json: { code: 'organization_inactive' } })
    expect(await login(user, { password: 'wrong' })).toMatchObject({ status: 401 })
  })

  it('lets a user with listed addresses in from these only', async () => {
    const user = await newUser({ whiteIps: ['203.0.113.7', '198.51.100.0/24'] })
    expect(await login(user, {}, '203.0.113.7')).toMatchObject({ status: 200 })
    expect(await login(user, {}, '198.51.100.200')).toMatchObject({ status: 200 })
    expect(await login(user, {}, '::ffff:203.0.113.7')).toMatchObject({ status: 200 })
    expect(await login(user, {}, '203.0.113.7:51234')).toMatchObject({ status: 200 })
    expect(await login(user, {}, '203.0.113.8')).toMatchObject({
      status: 403,
      json: { code: 'address_refused' },
    })
  })
})

describe('a session', () => {
  const me = (user: { idToken: string }, from?: string) =>
    test.ask('GET', '/api/v1/user/me', { as: user, ...(from === undefined ? {} : { from }) })

  it('ends for good with logout', async () => {
    const user = await test.signIn(await newUser())
    expect(await test.ask('POST', '/api/v1/logout', { as: user })).toMatchObject({
      status: 200,
      json: { success: true, data: {} },
    })
    expect(await me(user)).toMatchObject({ status: 401, json: { code: 'unauthenticated' } })
  })

  it('ends at once when the membership ends', async () => {
    const user = await test.signIn(await newUser())
    await test.deps.database.asSystem((tx) => tx.delete(memberships).where(eq(memberships.userId, user.id)))
    expect(await me(user)).toMatchObject({ status: 401 })
  })

  it('is refused at once when the organization is stopped', async () => {
    const organization = await buildOrganization(test.deps.database)
    const user = await test.signIn(await buildUser(test.deps.database, organization))
    expect(await me(user)).toMatchObject({ status: 200 })
    await test.deps.database.asSystem((tx) =>
      tx.update(organizations).set({ status: 1 }).where(eq(organizations.id, organization.id)),
    )
    expect(await me(user)).toMatchObject({ status: 403, json: { code: 'organization_inactive' } })
  })

  it('is refused from an address outside the user’s list', async () => {
    const user = await test.signIn(await newUser({ whiteIps: ['2001:db8::/32'] }))
    expect(await me(user, '2001:db8:1::5')).toMatchObject({ status: 200 })
    expect(await me(user, '2001:db9::5')).toMatchObject({ status: 403, json: { code: 'address_refused' } })
  })

  it('needs a new id token after 15 minutes', async () => {
    const user = await test.signIn(await newUser())
    test.advance(14 * 60_000)
    expect(await me(user)).toMatchObject({ status: 200 })
    test.advance(2 * 60_000)
    expect(await me(user)).toMatchObject({ status: 401, json: { code: 'unauthenticated' } })
  })

  it('takes neither an access token nor a token signed elsewhere as an id token', async () => {
    const user = await test.signIn(await newUser())
    expect(await me({ idToken: user.accessToken })).toMatchObject({ status: 401 })
    const [head, body] = user.idToken.split('.')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    expect(await me({ idToken: `${unsigned}.${body}.` })).toMatchObject({ status: 401 })
    expect(await me({ idToken: `${head}.${body}.${'A'.repeat(43)}` })).toMatchObject({ status: 401 })
  })
})

it('shows the signed-in user with every organization they belong to', async () => {
  const admin = await test.signIn(test.own.admin)
  expect(await test.ask('GET', '/api/v1/user/me', { as: admin })).toMatchObject({
    json: {
      success: true,
      data: {
        id: test.own.admin.id,
        username: test.own.admin.username,
        email: test.own.admin.email,
        role: 1,
        is_alert_mail: false,
        organization: { id: test.own.id, name: test.own.name, code: test.own.code, time_zone: 'Asia/Tokyo' },
        organization_names: [test.own.name],
      },
    },
  })
})
