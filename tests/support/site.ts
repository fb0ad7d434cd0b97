import { asc, eq } from 'drizzle-orm'
import { connect, type Database } from '../../server/db/client.ts'
import { readings } from '../../server/db/schema.ts'
import { createLog } from '../../server/log.ts'
import {
  type BuiltOrganization,
  buildOrganization,
  buildUser,
  type TestUser,
  type UserTraits,
} from './accounts.ts'
import { createTestDatabase } from './database.ts'
import { type RunningServer, startServer } from './server.ts'

/** The built console and its server, with one organization. */
export interface Site {
  origin: string
  server: RunningServer
  databaseUrl: string
  /** For preparing and inspecting rows. */
  database: Database
  organization: BuiltOrganization
  addUser: (traits?: UserTraits) => Promise<TestUser>
  /** All readings of the organization in order of arrival, deleted ones too. */
  readings: () => Promise<(typeof readings.$inferSelect)[]>
  close: () => Promise<void>
}

export async function openSite(settings: Record<string, string> = {}): Promise<Site> {
  const { url, close: dropDatabase } = await createTestDatabase()
  const database = connect(url, createLog('silent'))
  const organization = await buildOrganization(database, { name: '検針テスト株式会社', timeZone: noonZone() })
  const server = await startServer(url, { LOG_LEVEL: 'warn', RATE_LIMIT: '100000', ...settings })
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
