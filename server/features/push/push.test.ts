// Covers docs/requirements.md: 289

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { type PushService, startPushService } from '../../../tests/support/server/push-service.ts'
import { isPushEndpoint } from '../../push/public-address.ts'
import { createPushSender, pushSubject } from '../../push/sender.ts'

let pushes: PushService
let test: TestApp
beforeAll(async () => {
  pushes = await startPushService()
  test = await createTestApp({ pushAgent: pushes.agent })
})
afterAll(async () => {
  await test.close()
  await pushes.close()
})

const newUser = async () => test.signIn(await buildUser(test.deps.database, test.own))
type User = Awaited<ReturnType<typeof newUser>>
const subscribe = (as: User, { endpoint, keys }: ReturnType<PushService['browser']>) =>
  test.ask('POST', '/api/v1/push-subscription', { as, body: { endpoint, keys } })
const tryPush = async (as: User) =>
  dataOf('testPush', await test.ask('POST', '/api/v1/push-test', { as })).sent

it('the key is the server’s own: a point on P-256, the same at each start', async () => {
  const { public_key } = dataOf(
    'pushKey',
    await test.ask('GET', '/api/v1/push-key', { as: test.own.general }),
  )
  expect(Buffer.from(public_key, 'base64url')).toHaveLength(65)
  expect(public_key).toBe(test.deps.secrets.pushKeys.publicKey)
})

it('a test reaches every browser of the person, and says how many', async () => {
  const [user, colleague] = [await newUser(), await newUser()]
  const [one, two, other] = [pushes.browser(), pushes.browser(), pushes.browser()]
  await subscribe(user, one)
  await subscribe(user, two)
  await subscribe(colleague, other)
  expect(await tryPush(user)).toBe(2)
  expect(one.received[0]?.message.title).toBe('通知のテスト')
  expect(other.received).toEqual([])
  two.answer(410)
  one.answer(500)
  expect(await tryPush(user)).toBe(0)
  one.answer(201)
  expect(await tryPush(user)).toBe(1)
})

it('a push service takes what the server has signed, and a browser only from the server that it asked', async () => {
  const user = await newUser()
  const bound = pushes.browser({ applicationServerKey: test.deps.push.publicKey })
  const foreign = pushes.browser({ applicationServerKey: 'somebody-else' })
  await subscribe(user, bound)
  await subscribe(user, foreign)
  expect(await tryPush(user)).toBe(1)
  expect([bound, foreign].map(({ received }) => received.length)).toEqual([1, 0])
})

it('a sixth test within a minute is refused, and another person is not affected', async () => {
  const [user, colleague] = [await newUser(), await newUser()]
  const browser = pushes.browser()
  await subscribe(user, browser)
  const statuses: number[] = []
  for (let n = 0; n < 40; n++)
    statuses.push((await test.ask('POST', '/api/v1/push-test', { as: user })).status)
  expect(statuses).toEqual([...Array(5).fill(200), ...Array(35).fill(429)])
  expect(browser.received).toHaveLength(5)
  const refused = await test.ask('POST', '/api/v1/push-test', { as: user })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(await tryPush(colleague)).toBe(0)
})

it('a key that is not on the curve is refused, and one that is stored is not tried again', async () => {
  const user = await newUser()
  const browser = pushes.browser()
  const offCurve = 'B'.padEnd(87, 'A')
  const refused = await subscribe(user, { ...browser, keys: { ...browser.keys, p256dh: offCurve } })
  expect(refused.status).toBe(400)
  expect(failureOf(refused).issues?.[0]?.path).toBe('keys.p256dh')
  await subscribe(user, browser)
  await test.deps.database.asSystem((tx) =>
    tx.execute(sql`update push_subscriptions set p256dh = ${offCurve} where user_id = ${user.id}`),
  )
  expect(await tryPush(user)).toBe(0)
  const left = await test.deps.database.asSystem((tx) =>
    tx.execute(sql`select 1 from push_subscriptions where user_id = ${user.id}`),
  )
  expect(left.rows).toEqual([])
})

it('a push service that does not answer is given up', async () => {
  const browser = pushes.browser()
  browser.answer('hangs')
  const sender = createPushSender(test.deps.secrets.pushKeys, 'mailto:a@example.com', {
    agent: pushes.agent,
    timeout: 200,
  })
  const { endpoint, keys } = browser
  const message = { title: '', body: '', tag: '', url: '/' }
  await expect(sender.send({ endpoint, ...keys }, message)).rejects.toThrow('aborted')
})

it('a browser that asks again is one browser; it notifies whoever asked last', async () => {
  const [first, second] = [await newUser(), await newUser()]
  const browser = pushes.browser()
  const { id } = dataOf('createPushSubscription', await subscribe(first, browser))
  expect(dataOf('createPushSubscription', await subscribe(first, browser)).id).toBe(id)
  expect(await tryPush(first)).toBe(1)
  await subscribe(second, browser)
  expect([await tryPush(first), await tryPush(second)]).toEqual([0, 1])
})

it('whoever knows only the address of a browser cannot take it over, from no organization', async () => {
  const user = await newUser()
  const browser = pushes.browser()
  await subscribe(user, browser)
  const strangers = [await newUser(), test.other.general]
  const other = pushes.browser()
  for (const keys of [
    other.keys,
    { ...browser.keys, auth: other.keys.auth },
    { ...browser.keys, p256dh: other.keys.p256dh },
  ]) {
    for (const stranger of strangers) {
      const body = { endpoint: browser.endpoint, keys }
      expect(await test.ask('POST', '/api/v1/push-subscription', { as: stranger, body })).toMatchObject({
        status: 409,
        json: { code: 'push_endpoint_taken' },
      })
    }
  }
  expect(await tryPush(user)).toBe(1)
})

it('a subscription is ended by its own person only', async () => {
  const [user, colleague] = [await newUser(), await newUser()]
  const { id } = dataOf('createPushSubscription', await subscribe(user, pushes.browser()))
  const end = (as: User) => test.ask('DELETE', `/api/v1/push-subscription/${id}`, { as })
  expect((await end(colleague)).status).toBe(404)
  expect((await end(user)).status).toBe(200)
  expect(await tryPush(user)).toBe(0)
})

it('a person has twenty browsers at most: the first ones go', async () => {
  const user = await newUser()
  for (let index = 0; index < 22; index++) await subscribe(user, pushes.browser())
  const { rowCount } = await test.deps.database.asSystem((tx) =>
    tx.execute(sql`select from push_subscriptions where user_id = ${user.id}`),
  )
  expect(rowCount).toBe(20)
})

it.each([
  'http://push.example.com/x',
  'https://localhost/x',
  'https://intranet/x',
  'https://printer.local/x',
  'https://127.0.0.1/x',
  'https://10.1.2.3/x',
  'https://192.168.0.1:8443/x',
  'https://169.254.169.254/latest/meta-data',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://[fd00::1]/x',
  'https://[64:ff9b::a00:1]/x',
  'https://user:secret@push.example.com/x',
])('%s is refused as a place to send to', async (endpoint) => {
  const answer = await subscribe(await newUser(), { ...pushes.browser(), endpoint })
  expect(answer.status).toBe(400)
  expect(failureOf(answer).issues?.map(({ path }) => path)).toEqual(['endpoint'])
})

it.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://[2001:4860:4860::8888]/x',
])('%s is taken', (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(true)
})

it('a name that leads into the own network is not called', async () => {
  const { pushKeys } = test.deps.secrets
  const sender = createPushSender(pushKeys, pushSubject(test.deps.env, test.deps.log))
  const { keys, endpoint, received } = pushes.browser()
  const local = endpoint.replace('push.example.com', 'localhost')
  await expect(
    sender.send({ endpoint: local, ...keys }, { title: '', body: '', tag: '', url: '/' }),
  ).rejects.toThrow('localhost is no address of the internet')
  expect(received).toEqual([])
})

it('push services are told whom to write to', () => {
  const from = { VAPID_SUBJECT: undefined, PUBLIC_URL: undefined, MAIL_FROM: '検針 <kenshin@example.com>' }
  const warn = vi.fn()
  const subjectOf = (given: object) => pushSubject({ ...from, ...given }, { warn })
  expect(subjectOf({})).toBe('mailto:kenshin@example.com')
  expect(subjectOf({ PUBLIC_URL: 'https://kenshin.example.com' })).toBe('https://kenshin.example.com')
  expect(subjectOf({ VAPID_SUBJECT: 'mailto:ops@example.com' })).toBe('mailto:ops@example.com')
  expect(warn).not.toHaveBeenCalled()
})

it.each([
  { MAIL_FROM: '検針 <kenshin@localhost>' },
  { PUBLIC_URL: 'https://localhost:8443' },
  { VAPID_SUBJECT: 'mailto:admin@server' },
])('the start warns of the contact in %j, which Apple rejects', (given) => {
  const settings = { VAPID_SUBJECT: undefined, PUBLIC_URL: undefined, MAIL_FROM: 'ops@example.com', ...given }
  const warn = vi.fn()
  pushSubject(settings, { warn })
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('VAPID_SUBJECT'))
})
