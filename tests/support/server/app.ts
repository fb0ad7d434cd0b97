import { mkdtempSync, rmSync } from 'node:fs'
import type { Agent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Role, role } from '../../../contract/access.ts'
import { createApp } from '../../../server/app.ts'
import { closeAll, type Disposers } from '../../../server/close-all.ts'
import type { Deps } from '../../../server/deps.ts'
import { readEnv } from '../../../server/env.ts'
import { startWorkers } from '../../../server/jobs/workers.ts'
import { createLog } from '../../../server/log.ts'
import { openDeps } from '../../../server/open-deps.ts'
import { deriveSecrets, loadSecrets } from '../../../server/secrets.ts'
import type { MeasureDisk } from '../../../server/storage/disk-space.ts'
import {
  type BuiltOrganization,
  buildOrganization,
  buildUser,
  type OrganizationTraits,
  type SignedInUser,
  signIn,
  type TestUser,
} from './accounts.ts'
import { createTestDatabase } from './database.ts'

export interface TestOrganization extends BuiltOrganization {
  general: SignedInUser
  admin: SignedInUser
  system: SignedInUser
}

export interface TestRequest {
  as?: Pick<SignedInUser, 'idToken'> | null
  /** Sent as JSON. */
  body?: object
  /** Sent as is, with a content-type. */
  bytes?: Uint8Array
  headers?: Record<string, string>
  /** The caller's IP address. */
  from?: string
}

export interface Answered {
  status: number
  headers: Record<string, unknown>
  /** Undefined when the body is not JSON or compressed. */
  json: unknown
  text: string
  bytes: Uint8Array
}

export interface TestApp {
  app: FastifyInstance
  deps: Deps
  dataDir: string
  databaseUrl: string
  /** Two organizations with a signed-in user of every role. */
  own: TestOrganization
  other: TestOrganization
  ask: (
    method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    asked?: TestRequest,
  ) => Promise<Answered>
  /** Moves the server's clock. */
  advance: (milliseconds: number) => void
  signIn: (user: TestUser) => Promise<SignedInUser>
  close: () => Promise<void>
}

export interface TestAppOptions {
  settings?: Record<string, string>
  /** The clock stands still between calls of `advance`, so that a slow machine lets no waiting time pass. */
  hasStoppedClock?: boolean
  /** Run enqueued jobs; else they stay in the database. */
  work?: boolean
  consoleFolder?: string
  /** Agent for push messages; else only internet addresses are allowed. */
  pushAgent?: Agent
  /** Milliseconds that a model may take to answer. */
  modelTimeout?: number
  /** Receives the log, one JSON line per entry. */
  logTo?: (line: string) => void
  /** Milliseconds between heartbeats of an event stream. */
  beat?: number
  /** Default: a disk with enough space, since tests also run on nearly full ones. */
  measureDisk?: MeasureDisk
}

const roomyDisk: MeasureDisk = async () => ({ bsize: 4096, blocks: 25_000_000, bavail: 20_000_000 })

/** The real server on its own database and data folder, without a port. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { url, close: dropDatabase } = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'kenshin-test-'))
  const defaults = { LOG_LEVEL: 'silent', RATE_LIMIT: '100000', DISK_RESERVE: '0' }
  const env = readEnv({ ...defaults, ...options.settings, DATA_DIR: dataDir })
  const { logTo } = options
  const log = logTo === undefined ? createLog(env.LOG_LEVEL) : createLog('info', { write: logTo })
  // Tests write readings of November 2026; times in the future are refused.
  let offset = Math.max(0, Date.UTC(2026, 10, 22) - Date.now())
  const startedAt = Date.now()
  const clock = () => new Date((options.hasStoppedClock ? startedAt : Date.now()) + offset)
  const secrets = deriveSecrets(loadSecrets(dataDir).secret)
  const opened: Disposers = []
  const deps = await openDeps(opened, {
    env,
    log,
    databaseUrl: url,
    secrets,
    clock,
    ...(options.pushAgent && { push: { agent: options.pushAgent } }),
    ...(options.modelTimeout !== undefined && { model: { timeout: options.modelTimeout } }),
    measureDisk: options.measureDisk ?? roomyDisk,
    ...(options.beat !== undefined && { streams: { heartbeat: options.beat } }),
  })
  const { database } = deps
  if (options.work === true) await startWorkers(deps)
  const app = await createApp(deps, options.consoleFolder)
  opened.push({ name: 'calls', close: () => app.close() })
  await app.ready()

  const enter = (user: TestUser) => signIn(database, secrets, user, clock())
  const organization = async (traits: OrganizationTraits = {}): Promise<TestOrganization> => {
    const built = await buildOrganization(database, traits)
    const member = async (of: Role) => enter(await buildUser(database, built, { role: of }))
    return {
      ...built,
      general: await member(role.general),
      admin: await member(role.admin),
      system: await member(role.system),
    }
  }

  return {
    app,
    deps,
    dataDir,
    databaseUrl: url,
    own: await organization(),
    other: await organization(),
    ask: (method, path, asked = {}) => ask(app, method, path, asked),
    advance: (milliseconds) => {
      offset += milliseconds
    },
    signIn: enter,
    async close() {
      await closeAll(opened)
      await dropDatabase()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function ask(
  app: FastifyInstance,
  method: NonNullable<InjectOptions['method']>,
  url: string,
  { as, body, bytes, headers = {}, from }: TestRequest,
): Promise<Answered> {
  const answer = await app.inject({
    method,
    url,
    headers: { ...(as ? { authorization: `Bearer ${as.idToken}` } : {}), ...headers },
    ...(body === undefined ? {} : { payload: body }),
    ...(bytes === undefined ? {} : { payload: Buffer.from(bytes) }),
    ...(from === undefined ? {} : { remoteAddress: from }),
    payloadAsStream: true,
  })
  const type = String(answer.headers['content-type'] ?? '')
  const chunks: Buffer[] = []
  for await (const chunk of answer.stream()) {
    chunks.push(chunk)
    // Event streams are endless: the first chunk is the response.
    if (type.startsWith('text/event-stream')) break
  }
  const content = Buffer.concat(chunks)
  const text = content.toString()
  const isJson = type.startsWith('application/json') && answer.headers['content-encoding'] === undefined
  return {
    status: answer.statusCode,
    headers: answer.headers,
    json: isJson && text !== '' ? JSON.parse(text) : undefined,
    text,
    bytes: content,
  }
}
