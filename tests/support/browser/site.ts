import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { closeAll, type Disposers } from '../../../server/close-all.ts'
import { connect, type Database } from '../../../server/db/client.ts'
import { readings } from '../../../server/db/schema.ts'
import { readEnv } from '../../../server/env.ts'
import { createLog } from '../../../server/log.ts'
import { start } from '../../../server/start.ts'
import {
  type BuiltOrganization,
  buildOrganization,
  buildUser,
  type TestUser,
  type UserTraits,
} from '../server/accounts.ts'
import { createTestDatabase } from '../server/database.ts'
import { type RunningServer, startServer } from '../server/server.ts'

type SiteServer = Pick<RunningServer, 'origin' | 'dataDir' | 'close'>

/** The built console and its server, with one organization. */
export interface Site<Server extends SiteServer = SiteServer> {
  origin: string
  server: Server
  databaseUrl: string
  /** For preparing and inspecting rows. */
  database: Database
  organization: BuiltOrganization
  addUser: (traits?: UserTraits) => Promise<TestUser>
  /** All readings of the organization in order of arrival, deleted ones too. */
  readings: () => Promise<(typeof readings.$inferSelect)[]>
  close: () => Promise<void>
}

const manyCalls = { RATE_LIMIT: '100000' }

/** The server runs in the test's process: loading it anew for each file took three seconds of the processor. */
export const openSite = (settings: Record<string, string> = {}): Promise<Site> =>
  openSiteOn((databaseUrl) => serveHere(databaseUrl, settings))

/** The server is a process, which may be killed and does not wait for the test. */
export const openKillableSite = (settings: Record<string, string> = {}): Promise<Site<RunningServer>> =>
  openSiteOn((databaseUrl) => startServer(databaseUrl, { LOG_LEVEL: 'warn', ...manyCalls, ...settings }))

async function serveHere(databaseUrl: string, settings: Record<string, string>): Promise<SiteServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kenshin-site-'))
  const given = { LOG_LEVEL: 'silent', DISK_RESERVE: '0', ...manyCalls, ...settings }
  const env = readEnv({ ...given, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0' })
  const opened: Disposers = []
  const lost = (cause: Error) => {
    throw cause
  }
  const origin = await start(env, createLog(env.LOG_LEVEL), opened, lost).catch(async (error: unknown) => {
    await closeAll(opened)
    throw error
  })
  return {
    origin,
    dataDir,
    async close() {
      await closeAll(opened)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function openSiteOn<Server extends SiteServer>(
  startOn: (databaseUrl: string) => Promise<Server>,
): Promise<Site<Server>> {
  const { url, close: dropDatabase } = await createTestDatabase()
  const database = connect(url, createLog('silent'))
  const organization = await buildOrganization(database, { name: '検針テスト株式会社', timeZone: noonZone() })
  const server = await startOn(url)
  return {
    origin: server.origin,
    server,
    databaseUrl: url,
    database,
    organization,
    addUser: (traits) => buildUser(database, organization, traits),
    readings: () =>
      database.asSystem((tx) =>
        tx
          .select()
          .from(readings)
          .where(eq(readings.organizationId, organization.id))
          .orderBy(asc(readings.id)),
      ),
    async close() {
      await server.close()
      await database.close()
      await dropDatabase()
    },
  }
}

/** A zone in which it is about noon: «today» does not end during a journey. `Etc/GMT` signs are inverted. */
function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
