// Covers docs/requirements.md: 442, 572

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildMembership, buildUser, type TestUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addSubscription } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { pushSubscriptions } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const login = async (user: TestUser, userAgent: string, from: string) => {
  const body = { organization_code: user.organizationCode, username: user.username, password: user.password }
  const answer = await test.ask('POST', '/api/v1/login', { body, from, headers: { 'user-agent': userAgent } })
  return { idToken: dataOf('login', answer).id_token }
}
const devicesOf = async (as: { idToken: string }) =>
  dataOf('signedInDevices', await test.ask('GET', '/api/v1/user/sessions', { as }))

it('one sees where one is signed in, in every organization, and ends one of them', async () => {
  const user = await buildUser(test.deps.database, test.own)
  await buildMembership(test.deps.database, user, test.other)
  const phone = await login(user, 'Mozilla/5.0 (iPhone) AppleWebKit/1 Mobile/1 Safari/1', '192.0.2.1')
  test.advance(60_000)
  const desktop = await login(
    { ...user, organizationCode: test.other.code },
    'Mozilla/5.0 (Windows NT 10.0) Firefox/142.0',
    '::ffff:192.0.2.2',
  )
  const [first, second] = await devicesOf(phone)
  expect(first).toMatchObject({
    device: 'iPhoneの Safari',
    address: '192.0.2.1',
    organization_name: test.own.name,
    is_current: true,
  })
  expect(second).toMatchObject({
    device: 'Windows パソコンの Firefox',
    address: '192.0.2.2',
    organization_name: test.other.name,
    is_current: false,
  })
  await addSubscription(test.deps.database, {
    id: user.id,
    organizationId: test.other.id,
    sessionId: second?.id ?? 0,
  })
  const end = (id: number | undefined, as: { idToken: string }) =>
    test.ask('DELETE', `/api/v1/user/session/${id}`, { as })
  expect((await end(second?.id, test.own.admin)).status).toBe(404)
  expect((await end(second?.id, phone)).status).toBe(200)
  expect((await test.ask('GET', '/api/v1/user/me', { as: desktop })).status).toBe(401)
  expect(await devicesOf(phone)).toHaveLength(1)
  expect((await end(second?.id, phone)).status).toBe(404)
  const left = await test.deps.database.asSystem((tx) =>
    tx.$count(pushSubscriptions, eq(pushSubscriptions.userId, user.id)),
  )
  expect(left).toBe(0)
})

it('the calling session was last used now, another one when it called last', async () => {
  const user = await buildUser(test.deps.database, test.own)
  const tablet = await login(user, 'Mozilla/5.0 (iPad) AppleWebKit/1 Safari/1', '192.0.2.3')
  const tabletUsed = test.deps.clock().getTime()
  const phone = await login(user, 'Mozilla/5.0 (iPhone) AppleWebKit/1 Mobile/1 Safari/1', '192.0.2.1')
  expect(await devicesOf(tablet)).toHaveLength(2)
  test.advance(59_000)
  const before = test.deps.clock().getTime()
  const [own, other] = await devicesOf(phone)
  expect(Date.parse(own?.last_used_at ?? '')).toBeGreaterThanOrEqual(before)
  expect(Date.parse(other?.last_used_at ?? '')).toBeLessThanOrEqual(tabletUsed)
})
