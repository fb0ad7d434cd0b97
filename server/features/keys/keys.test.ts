// Covers docs/requirements.md: 345, 346, 351, 355, 365, 374, 375, 376, 377, 378, 426, 611

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyType, role } from '../../../contract/access.ts'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { accessLogs, apiKeys, memberships, organizations, plans } from '../../db/schema.ts'
import { recordAudit } from '../audit/index.ts'
import { purgeAccessLogs } from './repository.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const fields = () => ({
  name: '集計システム',
  user_id: test.own.general.id,
  expire_at: '2027-12-31 23:59:59',
  max_count: null as number | null,
  type: keyType.common as 0 | 1,
  white_ips: null as string | null,
})
const make = async (given: Partial<ReturnType<typeof fields>> = {}, by = test.own.system) =>
  dataOf('createKey', await test.ask('POST', '/api/v1/key', { as: by, body: { ...fields(), ...given } }))

type Made = Awaited<ReturnType<typeof make>>
const basic = ({ access_key, secret_key }: Pick<Made, 'access_key' | 'secret_key'>) => ({
  authorization: `Basic ${Buffer.from(`${access_key}:${secret_key}`).toString('base64')}`,
})
const meters = (headers: Record<string, string>, from?: string) =>
  test.ask('GET', '/api/v1/meters', { headers, ...(from !== undefined && { from }) })
const logs = async () =>
  dataOf('accessLogs', await test.ask('GET', '/api/v1/key/access-logs', { as: test.own.admin }))

describe('an API key', () => {
  it('is made, listed with its secret, changed and withdrawn by administrators only', async () => {
    const key = await make({ name: '一覧' })
    expect(key).toMatchObject({
      user: test.own.general.username,
      expire_at: '2027-12-31T23:59:59.000+09:00',
      daily_count: 0,
    })
    const listed = dataOf('keys', await test.ask('GET', '/api/v1/keys', { as: test.own.admin }))
    expect(listed).toContainEqual(key)
    const { status } = await test.ask('PUT', `/api/v1/key/${key.id}`, {
      as: test.own.admin,
      body: { name: '変更', white_ips: '203.0.113.7,203.0.113.8' },
    })
    expect(status).toBe(200)
    const removed = await test.ask('DELETE', `/api/v1/key/${key.id}?delete=true`, { as: test.own.admin })
    expect(removed.status).toBe(200)
    expect(failureOf(await meters(basic(key))).code).toBe('key_unknown')
    const kept = await test.deps.database.asSystem((tx) =>
      tx.select().from(apiKeys).where(eq(apiKeys.id, key.id)),
    )
    expect(JSON.stringify(kept)).not.toContain(key.secret_key)
  })

  it('names the field that is wrong', async () => {
    const refused = async (given: object, by = test.own.system) => {
      const answer = await test.ask('POST', '/api/v1/key', { as: by, body: { ...fields(), ...given } })
      return [answer.status, failureOf(answer).issues?.[0]?.path]
    }
    expect(await refused({ name: '' })).toEqual([400, 'name'])
    expect(await refused({ user_id: test.other.general.id })).toEqual([400, 'user_id'])
    expect(await refused({ user_id: test.own.system.id })).toEqual([400, 'user_id'])
    expect(await refused({ expire_at: '2026-02-30 00:00:00' })).toEqual([400, 'expire_at'])
    expect(await refused({ max_count: 0 })).toEqual([400, 'max_count'])
    for (const ips of ['', '1.2.3', '1.2.3.256', '1.2.3.4,', '1.2.3.4, 1.2.3.5'])
      expect(await refused({ white_ips: ips })).toEqual([400, 'white_ips'])
    expect(await refused({ type: keyType.device }, test.own.admin)).toEqual([403, 'type'])
  })

  it('keeps its type where others than system administrators change it', async () => {
    const key = await make({ type: keyType.device })
    const change = (body: object, as = test.own.admin) =>
      test.ask('PUT', `/api/v1/key/${key.id}`, { as, body })
    expect((await change({ type: keyType.device, name: '工場の端末' })).status).toBe(200)
    expect(failureOf(await change({ type: keyType.common })).issues?.[0]?.path).toBe('type')
    expect((await change({ type: keyType.common }, test.own.system)).status).toBe(200)
  })

  it('says which of the organization’s meters a device’s names mean', async () => {
    const own = await addMeter(test.deps.database, test.own.id)
    const other = await addMeter(test.deps.database, test.other.id)
    const key = await make({ type: keyType.device })
    const change = (meter_names: object) =>
      test.ask('PUT', `/api/v1/key/${key.id}`, { as: test.own.admin, body: { meter_names } })
    expect(dataOf('updateKey', await change({ main: own.id })).meter_names).toEqual({ main: own.id })
    expect(failureOf(await change({ main: other.id })).issues?.[0]?.path).toBe('meter_names')
  })

  it('is refused outside the allowed addresses of its user, whatever its own list says', async () => {
    const user = await buildUser(test.deps.database, test.own, { role: role.general })
    const key = await make({ user_id: user.id, white_ips: '203.0.113.7,198.51.100.1' })
    const device = await make({ user_id: user.id, type: keyType.device })
    await test.deps.database.asSystem((tx) =>
      tx
        .update(memberships)
        .set({ whiteIps: ['203.0.113.0/24'] })
        .where(eq(memberships.userId, user.id)),
    )
    expect((await meters(basic(key), '203.0.113.7')).status).toBe(200)
    expect(failureOf(await meters(basic(key), '203.0.113.8')).code).toBe('address_refused')
    expect(failureOf(await meters(basic(key), '198.51.100.1')).code).toBe('address_refused')
    const open = await make({ user_id: user.id })
    expect(failureOf(await meters(basic(open), '198.51.100.1')).code).toBe('address_refused')
    // A device is elsewhere than the person who created its key.
    const config = await test.ask('GET', '/api/v1/device-api/config', {
      headers: { ...basic(device), 'device-serial': 'unknown' },
      from: '198.51.100.1',
    })
    expect(failureOf(config).code).toBe('device_unknown')
  })

  it('does not act as a user who has become a system administrator', async () => {
    const user = await test.signIn(await buildUser(test.deps.database, test.own, { role: role.general }))
    const key = await make({ user_id: user.id })
    expect((await meters(basic(key))).status).toBe(200)
    await test.deps.database.asSystem((tx) =>
      tx.update(memberships).set({ role: role.system }).where(eq(memberships.userId, user.id)),
    )
    expect(failureOf(await meters(basic(key))).code).toBe('forbidden')
  })

  it('that is guessed too often from one address is not looked at, and fills no log', async () => {
    const guessed = await createTestApp({ settings: { RATE_LIMIT: '250' } })
    const from = '198.51.100.77'
    const headers = basic({ access_key: 'nobody', secret_key: 'x' })
    const answers: number[] = []
    for (let n = 0; n < 14; n++)
      answers.push((await guessed.ask('GET', '/api/v1/meters', { headers, from })).status)
    expect(answers).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    const rows = await guessed.deps.database.asSystem((tx) => tx.select().from(accessLogs))
    expect(rows).toHaveLength(10)
    await guessed.close()
  })

  it('acts as its user, in its organization, and does not sign in or out', async () => {
    await addMeter(test.deps.database, test.own.id, { name: '自社のメーター' })
    await addMeter(test.deps.database, test.other.id, { name: '他社のメーター' })
    const key = await make()
    const seen = await meters(basic(key))
    expect(seen.status).toBe(200)
    expect(seen.text).toContain('自社のメーター')
    expect(seen.text).not.toContain('他社のメーター')
    const single = { apikey: `${key.access_key}:${key.secret_key}` }
    expect((await meters(single)).status).toBe(200)
    const call = (method: 'GET' | 'POST', path: string) => test.ask(method, path, { headers: basic(key) })
    expect(failureOf(await call('GET', '/api/v1/keys')).code).toBe('session_required')
    expect(failureOf(await call('POST', '/api/v1/logout')).code).toBe('session_required')
  })

  it('for devices makes no other calls', async () => {
    const key = await make({ type: keyType.device })
    expect(failureOf(await meters(basic(key))).code).toBe('forbidden')
  })

  it('is refused in order: unknown, expired, address, organization, plan, calls of the day', async () => {
    const key = await make({ max_count: 1, white_ips: '203.0.113.7' })
    const home = '203.0.113.7'
    const code = async (from = home, given: Made = key) => failureOf(await meters(basic(given), from)).code
    const set = (table: typeof organizations | typeof apiKeys, id: number, change: object) =>
      test.deps.database.asSystem((tx) => tx.update(table).set(change).where(eq(table.id, id)))
    const small = await test.deps.database.asSystem((tx) =>
      tx
        .insert(plans)
        .values({ name: '端末なし', type: 0, allowApis: false, allowDevices: false })
        .returning(),
    )
    await set(apiKeys, key.id, { expireAt: new Date('2026-01-01T00:00:00Z'), dailyCount: 0 })
    await set(organizations, test.own.id, { status: 1, planId: small[0]?.id })
    const elsewhere = '198.51.100.1'
    expect(await code(elsewhere, { ...key, secret_key: 'wrong' })).toBe('key_unknown')
    expect(await code(elsewhere, { ...key, access_key: 'wrong' })).toBe('key_unknown')
    expect(await code(elsewhere)).toBe('key_expired')
    await set(apiKeys, key.id, { expireAt: new Date('2027-12-31T00:00:00Z') })
    expect(await code(elsewhere)).toBe('address_refused')
    expect(await code()).toBe('organization_inactive')
    await set(organizations, test.own.id, { status: 0 })
    expect(await code()).toBe('plan_refused')
    await set(organizations, test.own.id, { planId: 1 })
    expect((await meters(basic(key), home)).status).toBe(200)
    const over = await meters(basic(key), home)
    expect(failureOf(over).code).toBe('daily_limit')
    expect(failureOf(over).issues?.[0]?.message).toMatch(/^\d{4}年\d+月\d+日 00:00から再び利用できます$/)
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(86_400)
  })
})

describe('what a key created before this release', () => {
  it('is listed with the keys of its keys, once the key is withdrawn too, and nothing is withdrawn automatically', async () => {
    const origin = await make({ name: '元のキー' })
    const child = await make({ name: '増えたキー' })
    const grandchild = await make({ name: 'その先のキー' })
    const gone = await make({ name: '無効のキー' })
    const mine = await make({ name: '人が作ったキー' })
    const user = await buildUser(test.deps.database, test.own, { role: role.admin })
    const outsider = await buildUser(test.deps.database, test.other, { role: role.admin })
    const at = test.deps.clock()
    const record = (
      keyId: number | null,
      noun: 'key' | 'user',
      subjectId: number,
      action: 'create' | 'update',
    ) =>
      test.deps.database.asSystem((tx) =>
        recordAudit(
          tx,
          {
            organizationId: test.own.id,
            userId: test.own.admin.id,
            key: keyId === null ? null : { id: keyId, type: keyType.common },
          },
          { noun, subjectId, subjectName: '', action, before: {}, after: {}, at },
        ),
      )
    await record(origin.id, 'key', child.id, 'create')
    await record(child.id, 'key', grandchild.id, 'create')
    await record(origin.id, 'key', gone.id, 'create')
    await record(origin.id, 'key', mine.id, 'update')
    await record(child.id, 'user', user.id, 'create')
    await record(child.id, 'user', outsider.id, 'create')
    const remove = (id: number) => test.ask('DELETE', `/api/v1/key/${id}?delete=true`, { as: test.own.admin })
    await remove(gone.id)
    expect((await remove(origin.id)).status).toBe(200)
    const ask = (as = test.own.admin, id = origin.id) =>
      test.ask('GET', `/api/v1/key/${id}/creations`, { as })
    expect(dataOf('keyCreations', await ask())).toEqual({
      keys: [
        { id: grandchild.id, name: 'その先のキー' },
        { id: child.id, name: '増えたキー' },
      ],
      users: [{ id: user.id, username: user.username, role: role.admin }],
    })
    expect((await meters(basic(child))).status).toBe(200)
    expect(dataOf('keyCreations', await ask(test.own.admin, mine.id))).toEqual({ keys: [], users: [] })
    expect((await ask(test.other.admin)).status).toBe(404)
    expect((await ask(test.own.general)).status).toBe(403)
    // System administrators also remove users of other organizations, whose keys end with them.
    const elsewhere = (method: 'GET' | 'DELETE', path: string, as = test.other.system) =>
      test.ask(method, `/api/v1/key/${path}?organization_id=${test.own.id}`, { as })
    const listed = dataOf('keyCreations', await elsewhere('GET', `${origin.id}/creations`))
    expect(listed).toEqual(dataOf('keyCreations', await ask()))
    expect((await elsewhere('GET', `${origin.id}/creations`, test.other.admin)).status).toBe(403)
    expect((await elsewhere('DELETE', `${child.id}`, test.other.admin)).status).toBe(403)
    expect((await elsewhere('DELETE', `${child.id}`)).status).toBe(200)
    expect((await meters(basic(child))).status).toBe(401)
  })
})

describe('the access log', () => {
  it('has a row for each call, refused ones too, and says why', async () => {
    const key = await make({ name: '記録' })
    await meters(basic(key))
    await meters(basic({ ...key, secret_key: 'wrong' }))
    await test.ask('GET', '/api/v1/keys', { headers: basic(key) })
    const own = async () => (await logs()).filter(({ access_key }) => access_key?.name === '記録')
    await expect
      .poll(async () => (await own()).map(({ messages }) => messages))
      .toEqual([
        'GET /api/v1/keys: この操作はAPIキーでは行えません。ログインして操作してください。',
        'GET /api/v1/meters: APIキーが正しくありません。',
        'GET /api/v1/meters',
      ])
    expect((await own())[0]?.access_key?.user.username).toBe(test.own.general.username)
    const { count } = dataOf(
      'accessLogCount',
      await test.ask('GET', '/api/v1/key/access-logs/count', { as: test.own.admin }),
    )
    const first = await test.ask('GET', '/api/v1/key/access-logs?limit=2', { as: test.own.admin })
    const { next } = first.json as { next: string }
    const rest = dataOf(
      'accessLogs',
      await test.ask('GET', `/api/v1/key/access-logs?limit=1000&after=${next}`, { as: test.own.admin }),
    )
    expect(rest).toHaveLength(count - 2)
  })

  it('is kept for ninety days', async () => {
    const now = new Date('2026-11-20T03:00:00Z')
    const left = await test.deps.database.asSystem(async (tx) => {
      await tx.insert(accessLogs).values(
        [89.9, 90.1].map((days) => ({
          accessIp: '198.51.100.90',
          messages: `${days}`,
          createdAt: new Date(now.getTime() - days * 86_400_000),
        })),
      )
      expect(await purgeAccessLogs(tx, now)).toBe(1)
      return tx.select().from(accessLogs).where(eq(accessLogs.accessIp, '198.51.100.90'))
    })
    expect(left.map(({ messages }) => messages)).toEqual(['89.9'])
  })

  it('of a call with an unknown key is nobody’s', async () => {
    await meters(basic({ access_key: 'nobody', secret_key: 'x' }), '198.51.100.9')
    const rows = await test.deps.database.asSystem((tx) =>
      tx.select().from(accessLogs).where(sql`${accessLogs.accessIp} = '198.51.100.9'`),
    )
    expect(rows).toMatchObject([{ organizationId: null, keyId: null }])
  })
})

describe('calls of a day', () => {
  it('are counted exactly in parallel, and begin anew on the next local day', async () => {
    const key = await make({ max_count: 7 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => meters(basic(key))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(13)
    test.advance(86_400_000)
    expect((await meters(basic(key))).status).toBe(200)
    const tomorrow = await test.signIn(test.own.admin)
    const [listed] = dataOf('keys', await test.ask('GET', '/api/v1/keys', { as: tomorrow })).filter(
      ({ id }) => id === key.id,
    )
    expect(listed?.daily_count).toBe(1)
  })
})
