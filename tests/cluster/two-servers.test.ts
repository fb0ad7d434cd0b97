import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionEndpoints } from '../../contract/sessions.ts'
import { readings } from '../../server/db/schema.ts'
import { callerOf } from '../support/http.ts'
import { addGauge, gaugePicture } from '../support/rendered-meters.ts'
import { type S3Server, startS3 } from '../support/s3-server.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { openSite, type Site } from '../support/site.ts'

let bucket: S3Server
let site: Site
let second: RunningServer
beforeAll(async () => {
  bucket = await startS3()
  const settings = { ...bucket.settings, SECRET_KEY: 'of both servers '.repeat(3) }
  site = await openSite(settings)
  second = await startServer(site.databaseUrl, { LOG_LEVEL: 'warn', RATE_LIMIT: '100000', ...settings })
})
afterAll(async () => {
  await second.close()
  await site.close()
  bucket.close()
})

/** Two callers of one session, one at each server. */
async function openBoth() {
  const user = await site.addUser()
  const one = await callerOf(site.origin, user)
  const authorization = `Bearer ${one.idToken}`
  const other = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, second.origin), { ...init, headers: { authorization, ...init.headers } })
  return { user, one, other }
}

test('who signs in at one server captures there and sees value, picture and event at the other', async () => {
  const { one, other } = await openBoth()
  const meter = await addGauge(site, { name: 'ポンプ 1' })
  const leave = new AbortController()
  const stream = await other('/api/v1/events', { signal: leave.signal })
  expect(stream.status).toBe(200)
  const heard: string[] = []
  const listening = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of stream.body ?? []) heard.push(decoder.decode(chunk))
  })().catch(() => undefined)
  const { jpeg } = await gaugePicture(0.42)
  expect((await one.sendCapture(meter, jpeg)).status).toBe(201)
  await expect.poll(() => heard.join(''), { timeout: 30_000 }).toContain('readings')
  leave.abort()
  await listening
  const latest = async () => {
    const answer = await other('/api/v1/meters-values?limit=1')
    return JSON.stringify(await answer.json())
  }
  await expect.poll(latest, { timeout: 60_000 }).toContain('"read_state":1')
  const picture = /"image":"([^"]+)"/.exec(await latest())?.[1] ?? ''
  const shown = await other(picture)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('failed sign-ins at both are counted together', async () => {
  const user = await site.addUser()
  const { organizationCode: organization_code, username } = user
  const body = JSON.stringify({ organization_code, username, password: 'wrong', email: '' })
  const statuses: number[] = []
  for (let attempt = 0; attempt < 12; attempt++) {
    const at = attempt % 2 === 0 ? site.origin : second.origin
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(new URL(sessionEndpoints.login.path, at), { method: 'POST', headers, body })
    statuses.push(answer.status)
  }
  const refusedFrom = statuses.indexOf(429)
  expect(refusedFrom).toBeGreaterThan(0)
  expect(refusedFrom).toBeLessThanOrEqual(10)
  expect(new Set(statuses.slice(refusedFrom))).toEqual(new Set([429]))
})

test('one that is killed under load loses nothing: each capture is there once, and read', async () => {
  const { user, one, other } = await openBoth()
  const meter = await addGauge(site, { name: 'ポンプ 2' })
  const { jpeg } = await gaugePicture(0.42)
  const keys = Array.from({ length: 24 }, () => randomUUID())
  const at = new Date()
  const survivor = await callerOf(second.origin, user)
  let stored = 0
  let killed: Promise<void> | undefined
  await Promise.all(
    keys.map(async (key, index) => {
      const moment = new Date(at.getTime() - index * 1000)
      const first = await one.sendCapture(meter, jpeg, key, moment).catch(() => null)
      if (first?.status === 201) stored += 1
      if (stored === 6) killed ??= site.server.kill()
      await killed
      // As Caddy and a phone do: what was not acknowledged is sent to the other.
      if (first?.status !== 201) {
        const again = await survivor.sendCapture(meter, jpeg, key, moment)
        expect([200, 201]).toContain(again.status)
      }
    }),
  )
  expect(killed).toBeDefined()
  const ofMeter = () =>
    site.database.asSystem((tx) =>
      tx
        .select({ key: readings.idempotencyKey, state: readings.readState })
        .from(readings)
        .where(and(eq(readings.meterId, meter.id), isNotNull(readings.idempotencyKey)))
        .orderBy(asc(readings.id)),
    )
  expect((await ofMeter()).map(({ key }) => key).sort()).toEqual([...keys].sort())
  await expect
    .poll(async () => (await ofMeter()).filter(({ state }) => state !== 1), {
      timeout: 180_000,
      interval: 1000,
    })
    .toEqual([])
  expect((await other('/api/v1/user/me')).status).toBe(200)
})
