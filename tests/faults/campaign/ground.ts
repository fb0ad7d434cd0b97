import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, gt } from 'drizzle-orm'
import sharp from 'sharp'
import { connect, type Database } from '../../../server/db/client.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../../server/db/embedded.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { readings, skips } from '../../../server/db/schema.ts'
import { createLog } from '../../../server/log.ts'
import { addGauge, gaugePicture } from '../../support/reader/rendered-meters.ts'
import {
  type BuiltOrganization,
  buildOrganization,
  buildUser,
  type TestUser,
} from '../../support/server/accounts.ts'
import { addInspection } from '../../support/server/builders.ts'
import { type RunningServer, startServer } from '../../support/server/server.ts'
import { type Line, openLine } from './line.ts'
import { meterCount } from './plan.ts'

type Skip = typeof skips.$inferSelect
type Reading = typeof readings.$inferSelect

interface Round {
  inspectionId: number
  name: string
  meters: { id: number; name: string }[]
}

/** One cluster, one server and one line for many runs. */
export interface Ground {
  line: Line
  server: RunningServer
  /** The present one. */
  round: Round
  /** Another inspection group with as many other meters: what was photographed is not skipped. */
  renewRound: () => Promise<void>
  addUser: () => Promise<TestUser>
  /** A photograph that no other capture has. */
  picture: (meter: number) => Buffer
  /** Readings with a higher id, deleted ones too. */
  readingsAfter: (id: number) => Promise<Reading[]>
  skipsAfter: (id: number) => Promise<Skip[]>
  /** A number that was not given before. */
  newMark: () => number
  /** `kill -9`, then as an operator starts them again. */
  killServer: () => Promise<void>
  killDatabase: () => Promise<void>
  close: () => Promise<void>
}

export async function openGround(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'kenshin-campaign-cluster-'))
  // As root PostgreSQL runs as its own user, who must pass through.
  chmodSync(folder, 0o711)
  const cluster = await startEmbedded(folder, 'test', { fsync: 'off' })
  await migrate(cluster.url)
  const database = connect(cluster.url, createLog('silent'))
  const organization = await buildOrganization(database, { name: '検針テスト株式会社' })
  const server = await startServer(cluster.url, { LOG_LEVEL: 'error', RATE_LIMIT: '1000000' })
  const line = await openLine(server.origin)
  const pictures = await renderPictures()
  let marks = 0
  const newMark = () => {
    marks += 1
    return marks
  }
  const ground: Ground = {
    line,
    server,
    round: await addRound(database, organization, newMark()),
    async renewRound() {
      ground.round = await addRound(database, organization, newMark())
    },
    newMark,
    addUser: () => buildUser(database, organization),
    picture(meter) {
      return withComment(pictures[meter % pictures.length] ?? Buffer.alloc(0), `capture ${newMark()}`)
    },
    readingsAfter: (id) =>
      database.asSystem((tx) =>
        tx
          .select()
          .from(readings)
          .where(and(eq(readings.organizationId, organization.id), gt(readings.id, id)))
          .orderBy(asc(readings.id)),
      ),
    skipsAfter: (id) =>
      database.asSystem((tx) =>
        tx
          .select()
          .from(skips)
          .where(and(eq(skips.organizationId, organization.id), gt(skips.id, id)))
          .orderBy(asc(skips.id)),
      ),
    async killServer() {
      await server.kill()
      await server.restart()
    },
    async killDatabase() {
      const [pid] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      while (cluster.isRunning()) await pause(20)
      await startAgain(cluster)
    },
    async close() {
      await line.close()
      await server.close()
      await database.close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return ground
}

/** Processes of the killed one live on until their statements end, and PostgreSQL does not start beside them. */
async function startAgain(cluster: EmbeddedDatabase): Promise<void> {
  const end = Date.now() + 30_000
  for (;;) {
    try {
      return await cluster.restart()
    } catch (error) {
      if (Date.now() > end) throw error
      await pause(100)
    }
  }
}

async function addRound(database: Database, organization: BuiltOrganization, mark: number): Promise<Round> {
  const roundName = `巡回 ${mark}`
  const { id: inspectionId } = await addInspection(database, organization.id, { name: roundName })
  const meters: Round['meters'] = []
  for (let at = 1; at <= meterCount; at += 1) {
    const name = `ポンプ ${mark}-${at}`
    meters.push(await addGauge({ database, organization }, { name, inspectionId }))
  }
  return { inspectionId, name: roundName, meters }
}

/** Small: over a slow line a photograph takes seconds. */
async function renderPictures(): Promise<Buffer[]> {
  const rendered: Buffer[] = []
  for (let at = 0; at < meterCount; at += 1) {
    const { jpeg } = await gaugePicture(0.1 + at * 0.2)
    rendered.push(await sharp(jpeg).resize({ width: 480 }).jpeg({ quality: 70 }).toBuffer())
  }
  return rendered
}

/** Other bytes, the same picture: a JPEG comment behind its first marker. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.from(text)
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)])
}
