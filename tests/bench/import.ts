import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ImportTarget } from '../../contract/import/importTargets.ts'
import { connect } from '../../server/db/client.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { meters } from '../../server/db/schema.ts'
import { createLog } from '../../server/log.ts'
import { readTable } from '../../server/tables/read-table.ts'
import { buildOrganization, buildUser } from '../support/server/accounts.ts'
import { dataOf } from '../support/server/data.ts'
import { type Caller, callerOf } from '../support/server/http.ts'
import { startServer } from '../support/server/server.ts'
import { memoryOf, watchMemory } from './memory-of.ts'
import { figure, median, takeTurn, workOf } from './turns.ts'

// npm run bench:import -- --rows 20000
// The preview of a table over HTTP on the real server, against parsing its file alone in this process, and what applying
// and undoing it take, with the memory of the server.

const { values } = parseArgs({ options: { rows: { type: 'string', default: '20000' } } })
const rows = Number(values.rows)
if (!Number.isInteger(rows) || rows < 400) throw new Error('--rows takes a number from 400 on')
const meterCount = 400
/** Meters are added one by one, as by their call. */
const addedMeters = 2000
/** The first ones are slower, until the server has compiled its code. */
const turns = 20

const folder = mkdtempSync(join(tmpdir(), 'kenshin-import-'))
// As root PostgreSQL runs as its own user, who must pass through.
chmodSync(folder, 0o711)
const cluster = await startEmbedded(folder, 'bench')
await migrate(cluster.url)
const database = connect(cluster.url, createLog('silent'))
const organization = await buildOrganization(database)
const user = await buildUser(database, organization)
await database.asSystem((tx) =>
  tx.insert(meters).values(
    Array.from({ length: meterCount }, (_none, n) => ({
      organizationId: organization.id,
      name: `メーター ${n}`,
      code: `A-${n}`,
      meterUnitId: 25,
      meterCategoryId: 4,
    })),
  ),
)
const server = await startServer(cluster.url, { LOG_LEVEL: 'error', RATE_LIMIT: '1000000' })
const pid = Number(/\d+/.exec(readFileSync(join(server.dataDir, 'server.pid'), 'utf8'))?.[0])
try {
  const caller = await callerOf(server.origin, user)
  console.log('| what | rows | preview | parsing alone | × | apply | undo | memory added |')
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|')
  await measure(caller, 'readings', readingLines())
  if (rows > addedMeters) await measure(caller, 'meters', meterLines(rows), 'preview only')
  await measure(caller, 'meters', meterLines(Math.min(rows, addedMeters)))
  console.log(
    `\nMilliseconds, median; apply and undo in seconds; memory in MB. Load average ${loadavg()[0]?.toFixed(1)}.`,
  )
} finally {
  await server.close()
  await database.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Monthly readings of each meter. */
function readingLines(): string[] {
  const lines = Array.from({ length: rows }, (_none, n) => {
    const month = Math.floor(n / meterCount)
    const day = `${2015 + Math.floor(month / 12)}/${(month % 12) + 1}/1 9:00`
    return `A-${n % meterCount},メーター ${n % meterCount},${day},"${1000 + month}.5"`
  })
  return ['管理番号,メーター名,測定日時,測定値', ...lines]
}

/** New meters. */
function meterLines(length: number): string[] {
  const lines = Array.from(
    { length },
    (_none, n) => `N-${n},新しいメーター ${n},機械室,m³,カウンター,する,1,6,1`,
  )
  return ['管理番号,メーター名,設置場所のメモ,単位,メーター種別,積算,倍率,桁数,小数点以下の桁数', ...lines]
}

async function measure(
  caller: Caller,
  noun: ImportTarget,
  lines: readonly string[],
  extent: 'preview only' | 'all' = 'all',
): Promise<void> {
  const bytes = Buffer.from(lines.join('\r\n'))
  const sent = { bytes, headers: { 'content-type': 'application/octet-stream' } }
  const { id } = dataOf('uploadImport', await caller.ask('POST', `/api/v1/imports?noun=${noun}`, sent))
  const path = `/api/v1/imports/${id}`
  const preview = workOf(async () => {
    const { counts } = dataOf('importPreview', await caller.ask('GET', `${path}/preview`))
    if (counts.new !== lines.length - 1) throw new Error(`the preview is ${JSON.stringify(counts)}`)
  })
  const parsing = workOf(() => readTable(bytes, 'table.csv'))
  for (let turn = 0; turn < turns; turn++) for (const work of [preview, parsing]) await takeTurn(work)
  const cells = [median(preview), median(parsing), median(preview) / median(parsing)].map(figure)
  if (extent === 'all') {
    const before = memoryOf(pid)
    const memory = watchMemory(pid)
    const apply = await timed(caller, path, 'apply', { leaves_out_errors: false })
    const undo = await timed(caller, path, 'undo')
    cells.push(...[apply, undo, (memory.stop().max - before) / 1e6].map(figure))
  } else cells.push('', '', '')
  console.log(`| ${noun} | ${lines.length - 1} | ${cells.join(' | ')} |`)
}

/** Seconds until the job is over. */
async function timed(caller: Caller, path: string, act: 'apply' | 'undo', body?: object): Promise<number> {
  const start = performance.now()
  await caller.ask('POST', `${path}/${act}`, body && { body })
  for (;;) {
    const { state, failure } = dataOf('import', await caller.ask('GET', path))
    if (failure !== null) throw new Error(failure)
    if (state === 'applied' || state === 'undone') return (performance.now() - start) / 1000
    await pause(100)
  }
}
