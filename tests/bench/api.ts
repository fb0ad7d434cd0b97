import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { connect } from '../../server/db/client.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createLog } from '../../server/log.ts'
import { buildUser } from '../support/accounts.ts'
import { type Caller, callerOf } from '../support/http.ts'
import { startServer } from '../support/server.ts'
import { type Case, casesOf } from './api-cases.ts'
import { type Filled, fill } from './api-data.ts'
import { type ExportFigures, receiveExport } from './api-export.ts'

// npm run bench:api -- --rows 1000000,10000000
// Each list of the API through the real server over HTTP, beside the plain SQL that a person would write for the same
// rows, in the same run on the same database.

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000,10000000' } } })
const sizes = values.rows.split(',').map(Number)
if (sizes.some((size) => !Number.isInteger(size) || size < 1)) throw new Error('--rows takes numbers')

interface Figures {
  /** Milliseconds, median: the call, and the plain SQL of its rows and of its count. */
  call: number
  rows: number
  count: number
}

const folder = mkdtempSync(join(tmpdir(), 'kenshin-bench-'))
await chmod(folder, 0o711)
const cluster = await startEmbedded(folder, 'bench', { shared_buffers: '1GB', max_wal_size: '4GB' })
const database = connect(cluster.url, createLog('silent'))
try {
  await migrate(cluster.url)
  let filled: Filled | undefined
  const measured: Measured[] = []
  for (const size of sizes) {
    filled = await fill(database, size, filled)
    measured.push(await measure(filled))
  }
  print(measured)
} finally {
  await database.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** What was found at one size. */
interface Measured {
  lists: Map<string, Figures>
  exported: ExportFigures
}

async function measure(filled: Filled): Promise<Measured> {
  const user = await buildUser(database, filled.organization)
  const server = await startServer(cluster.url, { LOG_LEVEL: 'warn', RATE_LIMIT: '1000000' })
  const plain = new pg.Client(cluster.url)
  await plain.connect()
  try {
    const caller = await callerOf(server.origin, user)
    const figures = new Map<string, Figures>()
    for (const one of await casesOf(caller, filled)) {
      figures.set(one.title, await compare(caller, plain, one))
      console.error(one.title)
    }
    return { lists: figures, exported: await receiveExport(server.origin, user) }
  } finally {
    await plain.end()
    await server.close()
  }
}

async function compare(caller: Caller, plain: pg.Client, { path, rows, count }: Case): Promise<Figures> {
  return {
    call: await median(async () => {
      const { status, text } = await caller.ask('GET', path)
      if (status !== 200) throw new Error(`${path} answered ${status} ${text.slice(0, 200)}`)
    }),
    rows: await median(() => plain.query(rows)),
    count: count === null ? 0 : await median(() => plain.query(count)),
  }
}

/** Of seven, after one that fills the caches. Slow ones are not waited for so often. */
async function median(work: () => Promise<unknown>): Promise<number> {
  await work()
  const times: number[] = []
  let spent = 0
  while (times.length < 7 && (times.length < 3 || spent < 6000)) {
    const start = performance.now()
    await work()
    const time = performance.now() - start
    times.push(time)
    spent += time
  }
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}

function print(measured: Measured[]): void {
  const number = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0))
  const heads = sizes.flatMap((size) => [`${size / 1e6}M call`, 'rows', 'count', '× rows', '× rows + count'])
  console.log(`| list | ${heads.join(' | ')} | growth |`)
  console.log(`|---|${heads.map(() => '---:').join('|')}|---:|`)
  for (const title of measured[0]?.lists.keys() ?? []) {
    const all = measured.map(({ lists }) => lists.get(title)).filter((figures) => figures !== undefined)
    const cells = all.flatMap(({ call, rows, count }) => [
      number(call),
      number(rows),
      count === 0 ? '' : number(count),
      number(call / rows),
      number(call / (rows + count)),
    ])
    const growth = (all.at(-1)?.call ?? 0) / (all[0]?.call ?? 1)
    console.log(`| ${title} | ${cells.join(' | ')} | ${number(growth)} |`)
  }
  console.log(
    '\nMilliseconds, median of up to seven. rows, count: plain SQL of the same rows and of their count.',
  )
}
