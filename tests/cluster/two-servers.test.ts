// Covers docs/requirements.md: 479

import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionEndpoints } from '../../contract/sessions.ts'
import { readings, signInAttempts } from '../../server/db/schema.ts'
import { openKillableSite, type Site } from '../support/browser/site.ts'
import { addGauge, gaugePicture } from '../support/reader/rendered-meters.ts'
import { startCaddy, type TlsProxy } from '../support/server/caddy.ts'
import { callerOf } from '../support/server/http.ts'
import { type S3Server, startS3 } from '../support/server/s3-server.ts'
import { type RunningServer, startServer } from '../support/server/server.ts'
import { startWork } from './work.ts'

// Two servers on one database and one bucket behind Caddy, which gives each the next call in turn.

let bucket: S3Server
let site: Site<RunningServer>
let second: RunningServer
let proxy: TlsProxy
/** Anonymous calls a minute: a 25th of all. The signed-in users of the tests do not reach theirs. */
const anonymous = 1000
beforeAll(async () => {
  bucket = await startS3()
  const settings = {
    ...bucket.settings,
    SECRET_KEY: 'of both servers '.repeat(3),
    RATE_LIMIT: String(anonymous * 25),
    TRUST_PROXY: '127.0.0.1',
  }
  site = await openKillableSite(settings)
  second = await startServer(site.databaseUrl, { LOG_LEVEL: 'warn', ...settings })
  const servers = [site.origin, second.origin].map((origin) => origin.replace('http://', ''))
  // As docs/operations.md says, but in turns, and with the name of the server.
  const directives = `lb_policy round_robin
    lb_try_duration 10s
    fail_duration 5s
    health_uri /ready
    health_interval 500ms
    transport http {
      keepalive 2s
    }
    header_down served-by {http.reverse_proxy.upstream.hostport}`
  proxy = await startCaddy(servers.join(' '), { directives, isPlain: true })
})
afterAll(async () => {
  await proxy.close()
  await second.close()
  await site.close()
  await bucket.close()
})

const ofMeter = (meter: { id: number }) =>
  site.database.asSystem((tx) =>
    tx
      .select({ id: readings.id, key: readings.idempotencyKey, state: readings.readState })
      .from(readings)
      .where(and(eq(readings.meterId, meter.id), isNotNull(readings.idempotencyKey)))
      .orderBy(asc(readings.id)),
  )

test('one session works at both: capture, value, picture, event at each, and the picture is read once', async () => {
  const caller = await callerOf(proxy.origin, await site.addUser())
  const meter = await addGauge(site, { name: 'ポンプ 1' })
  const headers = { authorization: `Bearer ${caller.idToken}` }
  const leave = new AbortController()
  const heard = new Map<string, string>()
  const streams = [site.origin, second.origin].map(async (origin) => {
    const stream = await fetch(new URL('/api/v1/events', origin), { headers, signal: leave.signal })
    const decoder = new TextDecoder()
    for await (const chunk of stream.body ?? [])
      heard.set(origin, (heard.get(origin) ?? '') + decoder.decode(chunk))
  })
  const listening = Promise.allSettled(streams)
  await expect.poll(() => heard.size).toBe(2)
  const { jpeg } = await gaugePicture(0.42)
  expect((await caller.sendCapture(meter, jpeg)).status).toBe(201)
  await expect.poll(() => [...heard.values()].filter((text) => text.includes('readings')).length).toBe(2)
  leave.abort()
  await listening
  const latest = async () => (await caller.ask('GET', '/api/v1/meters-values?limit=1')).text
  await expect.poll(latest).toContain('"read_state":1')
  const picture = /"image":"([^"]+)"/.exec(await latest())?.[1] ?? ''
  const shown = [await caller.ask('GET', picture), await caller.ask('GET', picture)]
  expect(shown.map(({ status, headers }) => [status, headers['content-type']])).toEqual([
    [200, 'image/jpeg'],
    [200, 'image/jpeg'],
  ])
  expect(new Set(shown.map(({ headers }) => headers['served-by'])).size).toBe(2)
  const [reading] = await ofMeter(meter)
  const jobs = async () => {
    const { rows } = await site.database.asSystem((tx) =>
      tx.execute(sql`
        select state, retry_count::int as retries from pgboss.job
        where name = 'read-picture' and data->>'readingId' = ${String(reading?.id)}`),
    )
    return rows
  }
  // A job ends a moment after its reading is stored.
  await expect.poll(jobs).toEqual([{ state: 'completed', retries: 0 }])
})

test('failed sign-ins at both are counted together', async () => {
  const { id, organizationCode: organization_code, username } = await site.addUser()
  const body = JSON.stringify({ organization_code, username, password: 'wrong', email: '' })
  const attempts = () =>
    Promise.all(
      [site.origin, second.origin].map(async (origin) => {
        const headers = { 'content-type': 'application/json' }
        const address = new URL(sessionEndpoints.login.path, origin)
        return (await fetch(address, { method: 'POST', headers, body })).status
      }),
    )
  expect(await attempts()).toEqual([401, 401])
  const ofUser = eq(signInAttempts.userId, id)
  const rows = await site.database.asSystem((tx) => tx.select().from(signInAttempts).where(ofUser))
  expect(rows).toHaveLength(2)
  expect(new Set(rows.map(({ account, address }) => `${account} ${address}`)).size).toBe(1)
  // Ten more of each, after which the next attempt waits for 30 seconds.
  const more = rows.flatMap(({ id: _, ...row }) => Array<typeof row>(10).fill({ ...row, at: new Date() }))
  await site.database.asSystem((tx) => tx.insert(signInAttempts).values(more))
  expect(await attempts()).toEqual([429, 429])
})

test('calls of an address at both are counted together', async () => {
  let refused = false
  let taken = 0
  // Each server alone would accept a thousand. They exchange counts twice a second.
  const call = async () => {
    const { path } = sessionEndpoints.confirmForgotPassword
    const headers = { 'content-type': 'application/json' }
    const { status } = await fetch(new URL(path, proxy.origin), { method: 'POST', headers, body: '{}' })
    if (status === 429) refused = true
    else taken += 1
  }
  while (!refused) await Promise.all(Array.from({ length: 4 }, call))
  expect(taken).toBeGreaterThanOrEqual(anonymous)
  // Not twice as many: what comes before the servers have exchanged their counts may be accepted in addition.
  expect(taken).toBeLessThan(anonymous * 1.9)
})

test('one after the other is restarted under load, and no call fails', async () => {
  const meter = await addGauge(site, { name: 'ポンプ 2' })
  const { jpeg } = await gaugePicture(0.42)
  const work = startWork(await callerOf(proxy.origin, await site.addUser()), meter, jpeg)
  for (const server of [site.server, second]) {
    await work.goesOn()
    await server.stop()
    await work.goesOn()
    await server.restart()
    const isReady = async () => (await fetch(new URL('/ready', server.origin))).status
    await expect.poll(isReady).toBe(200)
  }
  await work.goesOn()
  expect(await work.end()).toEqual(['capture 201', 'list 200'])
  expect((await ofMeter(meter)).map(({ key }) => key).sort()).toEqual(work.keys().sort())
})

test('one that is killed under load loses nothing: each capture is there once, and read', async () => {
  const caller = await callerOf(proxy.origin, await site.addUser())
  const meter = await addGauge(site, { name: 'ポンプ 3' })
  const { jpeg } = await gaugePicture(0.42)
  const keys = Array.from({ length: 24 }, () => randomUUID())
  const at = new Date()
  let stored = 0
  let killed: Promise<void> | undefined
  await Promise.all(
    keys.map(async (key, index) => {
      const moment = new Date(at.getTime() - index * 1000)
      const send = async () => (await caller.sendCapture(meter, jpeg, key, moment).catch(() => null))?.status
      // As a phone: what was not acknowledged is sent again.
      await expect.poll(send, { interval: 500 }).toBeOneOf([200, 201])
      stored += 1
      if (stored === 6) killed ??= site.server.kill()
    }),
  )
  await killed
  expect(killed).toBeDefined()
  expect((await ofMeter(meter)).map(({ key }) => key).sort()).toEqual([...keys].sort())
  const unread = async () => (await ofMeter(meter)).filter(({ state }) => state !== 1)
  await expect.poll(unread, { timeout: 180_000, interval: 1000 }).toEqual([])
})
