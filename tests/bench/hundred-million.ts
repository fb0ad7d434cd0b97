import { parseArgs } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { connect, type Tx } from '../../server/db/client.ts'
import { findPageBounds, type Page } from '../../server/features/readings/page-bounds.ts'
import { pageSql } from '../../server/features/readings/repository.ts'
import { countReadings } from '../../server/features/readings/rollup-counts.ts'
import type { Selection } from '../../server/features/readings/selection.ts'
import { createLog } from '../../server/log.ts'
import { startMany } from './hundred-million-data.ts'

// node tests/bench/hundred-million.ts --keep /var/tmp/kenshin-100m [--rows 100000000] [--url postgres://…]
// What the lists’ own queries look at among so many readings; figures in docs/operations.md. Filling a hundred million takes
// about an hour and 27 GB.

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000000' },
    keep: { type: 'string' },
    url: { type: 'string' },
  },
})
if (values.keep === undefined) throw new Error('--keep names the folder')
const cluster = values.url === undefined ? await startMany(values.keep, Number(values.rows)) : null
const database = connect(values.url ?? cluster?.url ?? '', createLog('silent'))

const { rows: organizations } = await database.asSystem((tx) =>
  tx.execute<{ id: string; end: Date }>(sql`
    select organizations.id, max(latest.created_at) as end from organizations
    join meters on meters.organization_id = organizations.id
    join lateral (select created_at from readings where meter_id = meters.id order by created_at desc limit 1) as latest on true
    group by 1 order by 1 limit 1`),
)
const [organization] = organizations
if (organization === undefined) throw new Error('no organization')
const id = Number(organization.id)
const end = new Date(organization.end)
const ago = (days: number) => new Date(end.getTime() - days * 86_400_000)
const selection = (more: Partial<Selection> = {}): Selection => ({
  organizationId: id,
  timeZone: 'Asia/Tokyo',
  meterIds: null,
  interval: { from: null, before: null },
  onlyPictures: false,
  onlyAbnormal: false,
  onlyKnownTimes: false,
  waitingFor: null,
  search: null,
  ...more,
})
const { rows: meters } = await database.asSystem((tx) =>
  tx.execute<{ id: string }>(sql`select id from meters where organization_id = ${id} order by id limit 3`),
)
const meterIds = meters.map((meter) => Number(meter.id))
const month = { from: ago(1500), before: ago(1470) }
const cases: [string, Selection, skip: number][] = [
  ['newest 50 of all', selection(), 0],
  ['page in the middle by number', selection(), 15_000_000],
  ['50 of a month, four years ago', selection({ interval: month }), 0],
  ['newest 50 of three meters', selection({ meterIds }), 0],
  ['newest 50 abnormal', selection({ onlyAbnormal: true }), 0],
]

const explain = async (tx: Tx, query: SQL) => {
  const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, buffers, costs off) ${query}`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

for (const [title, of, skip] of cases) {
  const page: Page = { sort: 'desc', skip, limit: 50, after: null }
  await database.inOrganization(id, null, async (tx) => {
    const began = performance.now()
    const place = await findPageBounds(tx, of, page, 100_000_000)
    const found = performance.now()
    await tx.execute(pageSql(of, page, place))
    const shown = performance.now()
    const plan = await explain(tx, pageSql(of, page, place))
    const counting = performance.now()
    const count = await countReadings(tx, of)
    const counted = performance.now()
    console.log(
      `## ${title}: bounds ${(found - began).toFixed(1)} ms, page ${(shown - found).toFixed(1)} ms, count ${count} in ${(counted - counting).toFixed(1)} ms\n${plan}\n`,
    )
  })
}
const { rows: sizes } = await database.asSystem((tx) =>
  tx.execute<{ name: string; size: string }>(sql`
    select 'readings' as name, pg_size_pretty(pg_relation_size('readings')) as size
    union all select indexrelid::regclass::text, pg_size_pretty(pg_relation_size(indexrelid)) from pg_index
      where indrelid = 'readings'::regclass
    union all select 'reading_days', pg_size_pretty(pg_total_relation_size('reading_days'))`),
)
console.log(sizes.map(({ name, size }) => `${name} ${size}`).join('\n'))
await database.close()
await cluster?.stop()
