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
import { startFilled } from './api-data.ts'
import { figure, median, takeTurn, type Work, workOf } from './turns.ts'

// npm run bench:review -- --rows 1000000 --keep /var/tmp/kenshin-bench
// What a reviewer waits for in 要確認 over HTTP on the real server, against the limit of a decision and plain SQL that
// stores the same, in the same run and database. A kept folder is filled once and reused.

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, keep: { type: 'string' } },
})
const rows = Number(values.rows)
if (!Number.isInteger(rows) || rows < 1) throw new Error('--rows takes a number')
/** Milliseconds in which the server answers a decision. */
const limit = 100
/** Readings that wait, as many as are counted. */
const waiting = 5000
const decisions = 200
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'kenshin-bench-'))

const store = `
  with stored as (
    update readings set value_source = 'accepted', updated_at = now() where id = $1
    returning organization_id, id)
  insert into reading_changes (organization_id, reading_id, user_id, action, before, after, is_decision)
  select organization_id, id, $2, 'correct', '{"value": 1}', '{"value": 1}', true from stored`

const opened: (() => Promise<void>)[] = []
try {
  const cluster = await startFilled(join(folder, String(rows)), rows)
  opened.push(cluster.stop)
  const { organization } = cluster.filled
  const database = connect(cluster.url, createLog('silent'))
  opened.push(database.close)
  const user = await buildUser(database, organization)
  const server = await startServer(cluster.url, { LOG_LEVEL: 'warn', RATE_LIMIT: '1000000' })
  opened.push(server.close)
  const plain = new pg.Client(cluster.url)
  await plain.connect()
  opened.push(() => plain.end())
  const { rows: doubted } = await plain.query<{ id: number; value: number }>(
    `update readings set confidence = 0.5, value_source = 'reader' where id in (
      select id from readings where organization_id = $1 and value is not null and read_state = 1 and not is_abnormal
      order by created_at desc, id desc limit $2) returning id::float8 as id, value`,
    [organization.id, waiting],
  )
  const caller = await callerOf(server.origin, user)
  const ask = async (...[method, path, asked]: Parameters<typeof caller.ask>) => {
    const { status } = await caller.ask(method, path, asked)
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}`)
  }
  const next = doubted.values()
  const other = doubted.slice().reverse().values()
  const works: Record<string, Work> = {
    'list of 500': workOf(() => ask('GET', '/api/v1/review?limit=500')),
    'number in the menu': workOf(() => ask('GET', '/api/v1/review/count')),
    decision: workOf(async () => {
      const { id, value } = next.next().value ?? { id: 0, value: 0 }
      await ask('PUT', `/api/v1/meter-value/${id}`, { body: { value } })
    }),
    'plain SQL of a decision': workOf(() => plain.query(store, [other.next().value?.id ?? 0, user.id])),
  }
  const load = loadavg()[0] ?? 0
  for (let turn = 0; turn < decisions; turn++)
    for (const [title, work] of Object.entries(works))
      if (turn < 20 || title.includes('decision')) await takeTurn(work)
  const slowest = ({ times }: Work) =>
    times.slice(1).toSorted((a, b) => a - b)[Math.floor(times.length * 0.99) - 1] ?? 0
  const bare = works['plain SQL of a decision']
  console.log(`| ${waiting} wait among ${rows} readings | median | 99 % | of ${limit} ms | × plain SQL |`)
  console.log('|---|---:|---:|---:|---:|')
  for (const [title, work] of Object.entries(works)) {
    const [usual, most] = [median(work), slowest(work)]
    const ratio = title === 'decision' && bare ? figure(usual / median(bare)) : ''
    console.log(`| ${title} | ${figure(usual)} | ${figure(most)} | ${(most / limit).toFixed(2)} | ${ratio} |`)
  }
  console.log(`\nMilliseconds. Load average ${load.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)}.`)
} finally {
  for (const close of opened.reverse()) await close()
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
}
