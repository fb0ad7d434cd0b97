// Covers docs/requirements.md: 168, 229

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tokens } from '../../../contract/sessions.ts'
import {
  buildMembership,
  buildOrganization,
  buildUser,
  type TestUser,
} from '../../../tests/support/server/accounts.ts'
import { type Answered, createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { refreshTokens, sessions } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ hasStoppedClock: true })
})
afterAll(() => test.close())

const tokensOf = (answer: Answered): Tokens => (answer.json as { data: Tokens }).data

async function enter() {
  const user = await buildUser(test.deps.database, test.own)
  const { organizationCode: organization_code, username, password } = user
  const answer = await test.ask('POST', '/api/v1/login', { body: { organization_code, username, password } })
  return { user, tokens: tokensOf(answer) }
}

const refresh = (refresh_token: string, more: object = {}) =>
  test.ask('POST', '/api/v1/refresh', { body: { refresh_token, ...more } })

const me = (tokens: Tokens) => test.ask('GET', '/api/v1/user/me', { as: { idToken: tokens.id_token } })

const refused = { status: 401, json: { code: 'refresh_failed' } }

it('exchanges a refresh token for new tokens of the same session', async () => {
  const { tokens } = await enter()
  test.advance(20 * 60_000)
  const next = await refresh(tokens.refresh_token)
  expect(next).toMatchObject({ status: 200 })
  expect(tokensOf(next).refresh_token).not.toBe(tokens.refresh_token)
  expect(await me(tokensOf(next))).toMatchObject({ status: 200 })
})

it('believes the second of two tabs that refresh within seconds', async () => {
  const { tokens } = await enter()
  const [one, two] = await Promise.all([refresh(tokens.refresh_token), refresh(tokens.refresh_token)])
  test.advance(9_000)
  const three = await refresh(tokens.refresh_token)
  for (const answer of [one, two, three]) {
    expect(answer).toMatchObject({ status: 200 })
    expect(await me(tokensOf(answer))).toMatchObject({ status: 200 })
  }
  expect(new Set([one, two, three].map((answer) => tokensOf(answer).refresh_token)).size).toBe(3)
})

const endOf = async (user: TestUser) => {
  const [session] = await test.deps.database.asSystem((tx) =>
    tx.select().from(sessions).where(eq(sessions.userId, user.id)),
  )
  return session?.revokedReason
}

it('closes the whole family when a spent token comes back after a call with what it was exchanged for', async () => {
  const { user, tokens } = await enter()
  const next = tokensOf(await refresh(tokens.refresh_token))
  expect(await me(next)).toMatchObject({ status: 200 })
  test.advance(11_000)
  expect(await refresh(tokens.refresh_token)).toMatchObject(refused)
  expect(await refresh(next.refresh_token)).toMatchObject(refused)
  expect(await me(next)).toMatchObject({ status: 401 })
  expect(await endOf(user)).toBe('refresh_token_reused')
})

it('closes the whole family when a spent token comes back after its successor was exchanged', async () => {
  const { user, tokens } = await enter()
  const next = tokensOf(await refresh(tokens.refresh_token))
  const last = tokensOf(await refresh(next.refresh_token))
  test.advance(11_000)
  expect(await refresh(tokens.refresh_token)).toMatchObject(refused)
  expect(await me(last)).toMatchObject({ status: 401 })
  expect(await endOf(user)).toBe('refresh_token_reused')
})

it('exchanges a token again, however late, while its answers are lost, until one of them is used', async () => {
  const { user, tokens } = await enter()
  for (const later of [5_000, 45_000, 20 * 60_000]) {
    expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 200 })
    test.advance(later)
  }
  const arrived = tokensOf(await refresh(tokens.refresh_token))
  expect(await me(arrived)).toMatchObject({ status: 200 })
  test.advance(20 * 60_000)
  const next = tokensOf(await refresh(arrived.refresh_token))
  expect(await me(next)).toMatchObject({ status: 200 })
  expect(await refresh(tokens.refresh_token)).toMatchObject(refused)
  expect(await endOf(user)).toBe('refresh_token_reused')
})

it('believes two tabs that both come back after a lost answer', async () => {
  const { tokens } = await enter()
  await refresh(tokens.refresh_token)
  test.advance(45_000)
  const tabs = await Promise.all([refresh(tokens.refresh_token), refresh(tokens.refresh_token)])
  test.advance(20 * 60_000)
  for (const tab of tabs) {
    const next = await refresh(tokensOf(tab).refresh_token)
    expect(next).toMatchObject({ status: 200 })
    expect(await me(tokensOf(next))).toMatchObject({ status: 200 })
  }
})

it('takes a lost answer that turns up with somebody else for theft', async () => {
  const { user, tokens } = await enter()
  const lost = tokensOf(await refresh(tokens.refresh_token))
  test.advance(45_000)
  const arrived = tokensOf(await refresh(tokens.refresh_token))
  expect(await me(arrived)).toMatchObject({ status: 200 })
  expect(await refresh(lost.refresh_token)).toMatchObject(refused)
  expect(await me(arrived)).toMatchObject({ status: 401 })
  expect(await endOf(user)).toBe('refresh_token_reused')
})

it('leaves another session of the same user alone when one family is closed', async () => {
  const { user, tokens } = await enter()
  const other = await test.signIn(user)
  await me(tokensOf(await refresh(tokens.refresh_token)))
  test.advance(11_000)
  expect(await refresh(tokens.refresh_token)).toMatchObject(refused)
  expect(await test.ask('GET', '/api/v1/user/me', { as: other })).toMatchObject({ status: 200 })
})

it('refuses an unknown token, one of a session that was signed out, and one older than 30 days', async () => {
  expect(await refresh('unknown')).toMatchObject(refused)
  const left = await enter()
  await test.ask('POST', '/api/v1/logout', { as: { idToken: left.tokens.id_token } })
  expect(await refresh(left.tokens.refresh_token)).toMatchObject(refused)
  const old = await enter()
  test.advance(31 * 86_400_000)
  expect(await refresh(old.tokens.refresh_token)).toMatchObject(refused)
})

it('keeps only a hash of the token', async () => {
  const { tokens } = await enter()
  const rows = await test.deps.database.asSystem((tx) => tx.select().from(refreshTokens))
  expect(JSON.stringify(rows)).not.toContain(tokens.refresh_token)
})

it('goes on in another organization of the user, and the old id token no longer acts', async () => {
  const { user, tokens } = await enter()
  const second = await buildOrganization(test.deps.database)
  await buildMembership(test.deps.database, user, second, 1)
  const next = tokensOf(await refresh(tokens.refresh_token, { organization_name: second.name }))
  expect(next.organization).toEqual({ name: second.name })
  expect(await me(next)).toMatchObject({ json: { data: { role: 1, organization: { id: second.id } } } })
  expect(await me(tokens)).toMatchObject({ status: 401 })
})

it('does not go on in an organization the user does not belong to, and the token stays good', async () => {
  const { tokens } = await enter()
  expect(await refresh(tokens.refresh_token, { organization_name: test.other.name })).toMatchObject(refused)
  expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 200 })
})

it('does not go on in a stopped organization', async () => {
  const { user, tokens } = await enter()
  const stopped = await buildOrganization(test.deps.database, { status: 1 })
  await buildMembership(test.deps.database, user, stopped)
  expect(await refresh(tokens.refresh_token, { organization_name: stopped.name })).toMatchObject({
    status: 403,
    json: { code: 'organization_inactive' },
  })
})
