import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { and, count, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { readState } from '../../contract/values/abnormal.ts'
import { conditions } from '../../faces/index.ts'
import { connect } from '../../server/db/client.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { readings } from '../../server/db/schema.ts'
import { createLog } from '../../server/log.ts'
import { addGauge, gaugePicture } from '../support/reader/rendered-meters.ts'
import { buildOrganization, buildUser } from '../support/server/accounts.ts'
import { type Caller, callerOf } from '../support/server/http.ts'
import { startServer } from '../support/server/server.ts'
import { childrenOf, memoryOf, watchMemory } from './memory-of.ts'

// npm run bench:memory -- --pictures 2000 --large 16 --bodies 30
// Memory of a real server and its child processes while it receives and reads photographs, and when idle:
// before, after each half, after large pictures, and after concurrent large bodies.

const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: '2000' },
    large: { type: 'string', default: '16' },
    bodies: { type: 'string', default: '30' },
  },
})
const [pictures, large, bodies] = [values.pictures, values.large, values.bodies].map(Number) as [
  number,
  number,
  number,
]
/** Photographs and meters, reused. */
const different = 24
const meters = 8
const senders = 6
const largeSide = 8900
const largeBody = 20_000_000
/** Limits of the server with its child processes, bytes. */
const aims = { idle: 300e6, reading: 600e6, growth: 20e6 }

const folder = mkdtempSync(join(tmpdir(), 'kenshin-memory-'))
// As root PostgreSQL runs as its own user, who must pass through.
chmodSync(folder, 0o711)
const cluster = await startEmbedded(folder, 'bench')
await migrate(cluster.url)
const database = connect(cluster.url, createLog('silent'))
const organization = await buildOrganization(database)
const user = await buildUser(database, organization)
const server = await startServer(cluster.url, { LOG_LEVEL: 'error', RATE_LIMIT: '1000000' })
const pid = Number(/\d+/.exec(readFileSync(join(server.dataDir, 'server.pid'), 'utf8'))?.[0])
const postmaster = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
try {
  const caller = await callerOf(server.origin, user)
  const targets: { id: number }[] = []
  for (let n = 0; n < meters; n++) targets.push(await addGauge({ database, organization }))
  const photographs: Buffer[] = []
  for (let n = 0; n < different; n++) {
    photographs.push((await gaugePicture(0.1 + (0.6 * n) / different, conditions(n, 0.15))).jpeg)
  }
  const send = async (from: Caller, index: number, picture: Uint8Array) => {
    const meter = targets[index % meters]
    if (meter === undefined) throw new Error('no meter')
    const { status } = await from.sendCapture(meter, picture)
    if (status !== 201) throw new Error(`a picture was answered with ${status}`)
  }
  const half = Math.ceil(pictures / 2)

  await rest()
  print('before any picture', memoryOf(pid), aims.idle)
  const idle: number[] = []
  for (const [name, first] of [
    ['first half', 0],
    ['second half', half],
  ] as const) {
    const measured = watchMemory(pid)
    let next = first
    await Promise.all(
      Array.from({ length: senders }, async () => {
        while (next < first + half) {
          const index = next
          next += 1
          await send(caller, index, photographs[index % different] as Buffer)
        }
      }),
    )
    await allRead()
    const { max, median } = measured.stop()
    print(`reading, ${name} of ${pictures} pictures: most`, max, aims.reading)
    print(`reading, ${name}: median`, median)
    await rest()
    idle.push(memoryOf(pid))
    print(`idle after the ${name}`, idle.at(-1) ?? Number.NaN, aims.idle)
  }
  const [afterFirst = Number.NaN, afterSecond = Number.NaN] = idle
  print('more idle after the second half than after the first', afterSecond - afterFirst, aims.growth)

  if (large > 0) {
    const grown = await sharp(photographs[0]).resize(largeSide, largeSide, { fit: 'fill' }).jpeg().toBuffer()
    const measured = watchMemory(pid)
    await Promise.all(Array.from({ length: large }, (_, index) => send(caller, index, grown)))
    await allRead()
    print(`reading ${large} pictures of ${largeSide}²: most`, measured.stop().max, aims.reading)
    await rest()
    print('idle after them', memoryOf(pid), aims.idle)
  }

  if (bodies > 0) {
    const padded = Buffer.concat([photographs[0] as Buffer, Buffer.alloc(largeBody)], largeBody)
    const body = {
      meter_id: targets[0]?.id,
      value: 0.5,
      created_at: '2026-11-20 09:00:00',
      image_base64: padded.toString('base64'),
    }
    // The first token may have expired.
    const later = await callerOf(server.origin, user)
    const measured = watchMemory(pid)
    const answers = await Promise.all(
      Array.from({ length: bodies }, () => later.ask('POST', '/api/v1/meter-value', { body })),
    )
    print(`${bodies} bodies of 27 MB at once: most`, measured.stop().max, aims.reading)
    const statuses = Object.entries(Object.groupBy(answers, ({ status }) => String(status)))
    console.log(`  answers: ${statuses.map(([status, all]) => `${all?.length} × ${status}`).join(', ')}`)
    await allRead()
    await rest()
    print('idle after them', memoryOf(pid), aims.idle)
  }
  print('the database beside it', memoryOf(postmaster))
} finally {
  await server.close()
  await database.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

function print(what: string, bytes: number, aim?: number): void {
  const against =
    aim === undefined ? '' : ` (aim ${Math.round(aim / 1e6)}: ${bytes <= aim ? 'met' : 'missed'})`
  console.log(`${String(Math.round(bytes / 1e6)).padStart(6)} MB  ${what}${against}`)
}

async function allRead(): Promise<void> {
  for (;;) {
    const [left] = await database.asSystem((tx) =>
      tx
        .select({ count: count() })
        .from(readings)
        .where(
          and(eq(readings.organizationId, organization.id), eq(readings.readState, readState.unprocessed)),
        ),
    )
    if (left?.count === 0) return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/** Until the picture processes have ended, plus ten seconds. */
async function rest(): Promise<void> {
  while (childrenOf(pid).length > 0) await new Promise((resolve) => setTimeout(resolve, 1000))
  await new Promise((resolve) => setTimeout(resolve, 10_000))
}
