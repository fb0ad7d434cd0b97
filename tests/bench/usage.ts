import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { addMonths, closingDateOf } from '../../contract/closing/closingDates.ts'
import { dataOf } from '../support/server/data.ts'
import { type Caller, callerOf } from '../support/server/http.ts'
import { startServer } from '../support/server/server.ts'
import { type ApiClient, apiClientOf } from './api-client.ts'
import { figure, median, takeTurn, workOf } from './turns.ts'
import { closedMonths, startCounters, startOf } from './usage-data.ts'

// npm run bench:usage -- --rows 2000000,20000000 --keep /var/tmp/kenshin-usage
// The year table and the board over HTTP on the real server, against the bare SQL that fetches their indices, in the
// same run and database. A kept folder is filled once and reused.

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '2000000,20000000' },
    meters: { type: 'string', default: '2000' },
    keep: { type: 'string' },
  },
})
const sizes = values.rows.split(',').map(Number)
const meters = Number(values.meters)
if ([...sizes, meters].some((size) => !Number.isInteger(size) || size < 1))
  throw new Error('--rows and --meters take numbers')
const turns = 30
/** Of the year table, which is compared with the year before and asked for as the screen does. */
const [tableMeters, tableMonths] = [Math.min(200, meters), 24]
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'kenshin-bench-'))

/** A call, and the moments at which it must know the index of each of its meters. */
interface Case {
  title: string
  path: string
  meterIds: readonly number[]
  moments: number[]
}

/** The last reading until each moment and the first one behind it. */
const bareSql = `
  select asked.meter_id, asked.at, until.id, until.value, until.created_at,
    behind.id as next_id, behind.value as next_value, behind.created_at as next_at
  from unnest($1::bigint[], $2::timestamptz[]) as asked (meter_id, at)
    left join lateral (
      select id, value, created_at from readings
      where meter_id = asked.meter_id and deleted_at is null and value is not null and created_at <= asked.at
      order by created_at desc, id desc limit 1) as until on true
    left join lateral (
      select id, value, created_at from readings
      where meter_id = asked.meter_id and deleted_at is null and value is not null and created_at > asked.at
      order by created_at, id limit 1) as behind on true`

interface Site {
  client: ApiClient
  plain: pg.Client
  cases: Case[]
}

const opened: (() => Promise<void>)[] = []
try {
  const sites: Site[] = []
  for (const size of sizes) sites.push(await openSite(size))
  const load = [loadavg()]
  const heads = sizes.flatMap((size) => [`${size / 1e6}M call`, 'bare SQL', '×'])
  console.log(`| what | indices | ${heads.join(' | ')} | growth |`)
  console.log(`|---|---:|${heads.map(() => '---:').join('|')}|---:|`)
  for (const [index, { title, meterIds, moments }] of (sites[0]?.cases ?? []).entries()) {
    const found = await compare(sites, index)
    const cells = found.flatMap(({ call, bare }) => [call, bare, call / bare].map(figure))
    const growth = figure((found.at(-1)?.call ?? 0) / (found[0]?.call ?? 1))
    console.log(`| ${title} | ${meterIds.length * moments.length} | ${cells.join(' | ')} | ${growth} |`)
  }
  load.push(loadavg())
  console.log('\nMilliseconds, median.')
  console.log(`Load average ${load.map(([minute = 0]) => minute.toFixed(1)).join(' to ')}.`)
} finally {
  for (const close of opened.reverse()) await close()
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
}

async function openSite(size: number): Promise<Site> {
  const cluster = await startCounters(join(folder, `${size}-${meters}`), size, meters)
  opened.push(cluster.stop)
  const { user, meterIds, cycleId, month } = cluster.plant
  const server = await startServer(cluster.url, { LOG_LEVEL: 'warn', RATE_LIMIT: '1000000' })
  opened.push(server.close)
  const plain = new pg.Client(cluster.url)
  await plain.connect()
  opened.push(() => plain.end())
  const client = apiClientOf(server.origin, user)
  opened.push(async () => client.close())
  const cases = casesOf({ meterIds, cycleId, month })
  const caller = await callerOf(server.origin, user)
  for (const each of cases) await assertKnown(caller, each)
  return { client, plain, cases }
}

function casesOf({
  meterIds,
  cycleId,
  month,
}: {
  meterIds: number[]
  cycleId: number
  month: string
}): Case[] {
  const first = addMonths(month, 1 - tableMonths)
  const shown = meterIds.slice(0, tableMeters)
  const query = `from=${first}-01&to=${closingDateOf(month, 31)}&meter_ids=${shown.join(',')}`
  const board = (of: string) => `/api/v1/closing-cycles/${cycleId}/board?month=${of}`
  const startsFrom = (from: string, count: number) =>
    Array.from({ length: count }, (_none, index) => startOf(addMonths(from, index)))
  const unclosed = addMonths(month, -closedMonths - 2)
  const all = `${meterIds.length} meters`
  const firstClosed = addMonths(month, -closedMonths)
  return [
    {
      title: `year table of ${shown.length} meters with the year before`,
      path: `/api/v1/usages?period=month&so_far=1&boundaries=0&${query}`,
      meterIds: shown,
      moments: startsFrom(first, tableMonths + 1),
    },
    {
      title: `board of ${all}, nothing closed before`,
      path: board(unclosed),
      meterIds,
      // With the month before and that of the year before, which the checks compare.
      moments: [...startsFrom(addMonths(unclosed, -12), 2), ...startsFrom(addMonths(unclosed, -1), 3)],
    },
    {
      title: `board of ${all} after ${closedMonths} closed months`,
      path: board(month),
      meterIds,
      moments: [...startsFrom(addMonths(month, -12), 2), ...startsFrom(firstClosed, closedMonths + 2)],
    },
    {
      title: `board of ${all}, closed`,
      path: board(addMonths(month, -1)),
      meterIds,
      moments: startsFrom(firstClosed, closedMonths + 1),
    },
  ]
}

/** Fails where a usage is unknown: its indices would not have been looked up. */
async function assertKnown(caller: Caller, { title, path }: Case): Promise<void> {
  const answer = await caller.ask('GET', path)
  const rows = path.includes('/board') ? dataOf('closingBoard', answer).meters : dataOf('usages', answer)
  const unknown = rows.filter(({ usage }) => usage === null).length
  if (rows.length === 0 || unknown > 0)
    throw new Error(`${title}: ${unknown} of ${rows.length} usages are unknown`)
}

async function compare(sites: readonly Site[], index: number): Promise<{ call: number; bare: number }[]> {
  const measured = sites.map(({ client, plain, cases }) => {
    const one = cases[index]
    if (one === undefined) throw new Error(`no case ${index}`)
    const asked = one.meterIds.flatMap((id) => one.moments.map((at) => ({ id, at: new Date(at) })))
    const values = [asked.map(({ id }) => id), asked.map(({ at }) => at)]
    return {
      call: workOf(() => client.get(one.path)),
      bare: workOf(() => plain.query({ name: 'indices', text: bareSql, values })),
    }
  })
  const works = measured.flatMap(({ call, bare }) => [call, bare])
  for (let turn = 0; turn < turns; turn++) for (const one of works) await takeTurn(one)
  return measured.map(({ call, bare }) => ({ call: median(call), bare: median(bare) }))
}
