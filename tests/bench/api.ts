import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { connect } from '../../server/db/client.ts'
import { createLog } from '../../server/log.ts'
import { buildUser } from '../support/server/accounts.ts'
import { callerOf } from '../support/server/http.ts'
import { startServer } from '../support/server/server.ts'
import { type Case, casesOf } from './api-cases.ts'
import { type ApiClient, apiClientOf } from './api-client.ts'
import { startFilled } from './api-data.ts'
import { type ExportFigures, receiveExport } from './api-export.ts'
import { figure, median, takeTurn, type Work, workOf } from './turns.ts'

// npm run bench:api -- --rows 1000000,10000000 --keep /var/tmp/kenshin-bench
// Each API list over HTTP on the real server, against plain SQL for the same rows in the same run and
// database. A kept folder is filled once and reused.

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000,10000000' },
    keep: { type: 'string' },
    only: { type: 'string' },
    'no-export': { type: 'boolean', default: false },
  },
})
const sizes = values.rows.split(',').map(Number)
if (sizes.some((size) => !Number.isInteger(size) || size < 1)) throw new Error('--rows takes numbers')
/** Of each. */
const turns = 60
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'kenshin-bench-'))

/** Median milliseconds: the call, and the plain SQL of its rows and count. */
interface Figures {
  call: number
  rows: number
  count: number
}

/** A filled database and its server. */
interface Site {
  size: number
  asker: ApiClient
  plain: pg.Client
  cases: Map<string, Case>
  receive: () => Promise<ExportFigures>
}

/** Shared counts are measured once. */
const counted = new Map<string, Work>()

const opened: (() => Promise<void>)[] = []
try {
  const sites: Site[] = []
  for (const size of sizes) sites.push(await openSite(size))
  const load = [loadavg()]
  const titles = [...(sites[0]?.cases.keys() ?? [])].filter((title) => title.includes(values.only ?? ''))
  const found = new Map<string, Figures[]>()
  for (const title of titles) await warm(sites, title)
  for (const title of titles) {
    const figures = await compare(sites, title)
    found.set(title, figures)
    console.error(title, JSON.stringify(figures))
  }
  load.push(loadavg())
  print(found)
  console.log(`Load average ${load.map(([minute = 0]) => minute.toFixed(1)).join(' to ')}.`)
  for (const { size, receive } of values['no-export'] ? [] : sites) {
    const { rows, seconds, bytes, memory } = await receive()
    const megabytes = (amount: number) => `${(amount / 1e6).toFixed(0)} MB`
    console.log(
      `CSV at ${size / 1e6}M: ${rows} rows, ${megabytes(bytes)}, ${seconds.toFixed(1)} s; server ${megabytes(memory.before)}, at most ${megabytes(memory.highest)}`,
    )
  }
} finally {
  for (const close of opened.reverse()) await close()
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
}

async function openSite(size: number): Promise<Site> {
  const cluster = await startFilled(join(folder, String(size)), size)
  opened.push(cluster.stop)
  const database = connect(cluster.url, createLog('silent'))
  opened.push(database.close)
  const user = await buildUser(database, cluster.filled.organization)
  const server = await startServer(cluster.url, { LOG_LEVEL: 'warn', RATE_LIMIT: '1000000' })
  opened.push(server.close)
  const plain = new pg.Client(cluster.url)
  await plain.connect()
  opened.push(() => plain.end())
  const asker = apiClientOf(server.origin, user)
  opened.push(async () => asker.close())
  const cases = await casesOf(await callerOf(server.origin, user), cluster.filled)
  return {
    size,
    asker,
    plain,
    cases: new Map(cases.map((one) => [one.title, one])),
    receive: () => receiveExport(server.origin, user),
  }
}

/** Warms up the server like one that has run for months. */
async function warm(sites: readonly Site[], title: string): Promise<void> {
  for (const { asker, cases } of sites) {
    const call = workOf(() => asker.get(cases.get(title)?.path ?? ''))
    for (let turn = 0; turn < turns && call.spent < 1000; turn++) await takeTurn(call)
  }
}

async function compare(sites: readonly Site[], title: string): Promise<Figures[]> {
  const measured = sites.map(({ size, asker, plain, cases }) => {
    const one = cases.get(title)
    if (one === undefined) throw new Error(`no case ${title}`)
    const { path, rows, count } = one
    const once = (query: string) => {
      const key = `${size} ${query}`
      const shared = counted.get(key) ?? workOf(() => plain.query(query))
      counted.set(key, shared)
      return shared
    }
    return {
      call: workOf(() => asker.get(path)),
      rows: workOf(() => plain.query(rows)),
      count: count === null ? null : once(count),
    }
  })
  const works = measured.flatMap(({ call, rows, count }) => [call, rows, ...(count === null ? [] : [count])])
  for (let turn = 0; turn < turns; turn++) for (const one of works) await takeTurn(one)
  return measured.map(({ call, rows, count }) => ({
    call: median(call),
    rows: median(rows),
    count: count === null ? 0 : median(count),
  }))
}

function print(found: Map<string, Figures[]>): void {
  const heads = sizes.flatMap((size) => [`${size / 1e6}M call`, 'rows', 'count', '× rows', '× rows + count'])
  console.log(`| list | ${heads.join(' | ')} | growth |`)
  console.log(`|---|${heads.map(() => '---:').join('|')}|---:|`)
  for (const [title, all] of found) {
    const cells = all.flatMap(({ call, rows, count }) => [
      figure(call),
      figure(rows),
      count === 0 ? '' : figure(count),
      figure(call / rows),
      figure(call / (rows + count)),
    ])
    const growth = (all.at(-1)?.call ?? 0) / (all[0]?.call ?? 1)
    console.log(`| ${title} | ${cells.join(' | ')} | ${figure(growth)} |`)
  }
  console.log('\nMilliseconds, median. rows, count: plain SQL of the same rows and of their count.')
}
