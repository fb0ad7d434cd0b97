// Covers docs/requirements.md: 311

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { afterEach, expect, test } from 'vitest'
import { changedSchema } from '../../contract/events.ts'
import { connect, type Database } from '../../server/db/client.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { readings } from '../../server/db/schema.ts'
import { createLog } from '../../server/log.ts'
import { gaugePicture } from '../support/reader/rendered-meters.ts'
import { buildOrganization, buildUser, type TestUser } from '../support/server/accounts.ts'
import type { Answered } from '../support/server/app.ts'
import { addMeter } from '../support/server/builders.ts'
import { dataOf } from '../support/server/data.ts'
import { type Caller, callerOf } from '../support/server/http.ts'
import { type RunningServer, startServer } from '../support/server/server.ts'

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each()
})

/** A user at work: captures and requests in sequence, events in parallel. */
interface Work {
  server: RunningServer
  database: Database
  user: TestUser
  caller: Caller
  meter: { id: number }
  jpeg: Uint8Array
  heard: string[]
  received: number[]
}

async function work(server: RunningServer, url: string): Promise<Work> {
  undo.push(server.close)
  const database = connect(url, createLog('silent'))
  undo.push(database.close)
  const organization = await buildOrganization(database)
  const user = await buildUser(database, organization)
  const meter = await addMeter(database, organization.id)
  const caller = await callerOf(server.origin, user)
  const { jpeg } = await gaugePicture(0.42)
  return { server, database, user, caller, meter, jpeg, heard: await listen(server, caller), received: [] }
}

/** Nouns of the changes, from one event stream that is never reopened. */
async function listen({ origin }: RunningServer, { idToken }: Caller): Promise<string[]> {
  const leaving = new AbortController()
  undo.push(() => leaving.abort())
  const response = await fetch(`${origin}/api/v1/events`, {
    headers: { authorization: `Bearer ${idToken}` },
    signal: leaving.signal,
  })
  const events = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  if (events === undefined) throw new Error('no stream')
  const heard: string[] = []
  const reading = (async () => {
    for await (const { event, data } of events)
      if (event !== 'hello') heard.push(changedSchema.parse(JSON.parse(data)).noun)
  })()
  // We end it ourselves.
  reading.catch(() => {})
  return heard
}

async function capture({ caller, meter, jpeg, received }: Work): Promise<Answered> {
  const answer = await caller.sendCapture(meter, jpeg)
  if (answer.status < 300) received.push(dataOf('createCapture', answer).id)
  return answer
}

/** Works on until the wanted status; until then only success or 503 is allowed. */
async function workUntil(at: Work, status: number): Promise<void> {
  for (;;) {
    const answers = [await capture(at), await at.caller.ask('GET', '/api/v1/meters-values')]
    for (const answer of answers) {
      expect(answer.status, answer.text).toBeOneOf([200, 201, 503])
      if (answer.status !== 503) continue
      expect(answer.json).toMatchObject({ code: 'unavailable' })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    if (answers.every((answer) => (answer.status === 503) === (status === 503))) return
  }
}

/** A call, a job and a live event work, and no acknowledged capture is lost. */
async function expectEverythingWorks(at: Work): Promise<void> {
  const { server, database, user, caller, heard, received } = at
  expect((await fetch(`${server.origin}/ready`)).status).toBe(200)
  // After reconnecting, everything counts as changed.
  await expect.poll(() => heard).toContain('devices')
  heard.length = 0
  expect((await capture(at)).status).toBe(201)
  await expect.poll(() => heard).toContain('readings')
  const body = { organization_code: user.organizationCode, email: user.email }
  expect((await caller.ask('POST', '/api/v1/forgot-password', { body })).status).toBe(200)
  const mails = () => readdirSync(join(server.dataDir, 'outbox-mail')).filter((name) => name.endsWith('.eml'))
  await expect.poll(() => orNone(mails)).toHaveLength(1)
  const kept = await database.asSystem((tx) => tx.select({ id: readings.id }).from(readings))
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(received))
}

/** There is no folder before the first mail. */
function orNone(names: () => string[]): string[] {
  try {
    return names()
  } catch {
    return []
  }
}

const linesOf = (folder: string) => readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')

test('a killed embedded database restarts by itself, and everything that needs it recovers', async () => {
  const server = await startServer(null, { LOG_LEVEL: 'warn', RATE_LIMIT: '100000' })
  const [pid, , , port] = linesOf(server.dataDir)
  const secrets: unknown = JSON.parse(readFileSync(join(server.dataDir, 'secrets.json'), 'utf8'))
  const password = (secrets as { database_password: string }).database_password
  const at = await work(server, `postgres://kenshin:${password}@127.0.0.1:${port}/postgres`)
  await workUntil(at, 200)
  process.kill(Number(pid), 'SIGKILL')
  await workUntil(at, 503)
  expect((await fetch(`${server.origin}/ready`)).headers.get('retry-after')).not.toBeNull()
  await workUntil(at, 200)
  await expectEverythingWorks(at)
})

test('a named database that goes away and returns is found again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kenshin-named-'))
  chmodSync(folder, 0o711)
  undo.push(() => rmSync(folder, { recursive: true }))
  const cluster = await startEmbedded(folder, 'test')
  undo.push(cluster.stop)
  const server = await startServer(cluster.url, { LOG_LEVEL: 'warn', RATE_LIMIT: '100000' })
  const at = await work(server, cluster.url)
  await workUntil(at, 200)
  await cluster.stop()
  await workUntil(at, 503)
  expect((await fetch(`${server.origin}/health`)).status).toBe(200)
  await cluster.restart()
  await workUntil(at, 200)
  await expectEverythingWorks(at)
})
