// Covers docs/requirements.md: 93

import { and, eq, isNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOrganization } from '../../../tests/support/server/accounts.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/server/database.ts'
import { formatForInput } from '../../../text/formatNumber.ts'
import { connect, type Database } from '../../db/client.ts'
import { meters, pictures, readings } from '../../db/schema.ts'
import { intervalOf } from '../../interval.ts'
import { createLog } from '../../log.ts'
import { isoInZone } from '../../time-zone.ts'
import { listPage } from './list-readings.ts'

// Every page and count against the plain rows, filtered and sorted here.

type Query = Parameters<typeof listPage>[2]

/** Clocks go back in the night to 2026-11-01. */
const timeZone = 'America/New_York'
const total = 1500
let testDatabase: TestDatabase
let database: Database
let organizationId: number
let rows: Shown[]

async function load() {
  return database.asSystem((tx) =>
    tx
      .select({ reading: readings, meter: meters })
      .from(readings)
      .innerJoin(meters, eq(meters.id, readings.meterId))
      .where(and(eq(readings.organizationId, organizationId), isNull(readings.deletedAt))),
  )
}
/** A row with what the console shows of it. */
type Shown = Awaited<ReturnType<typeof load>>[number] & { texts: string[] }

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url, createLog('silent'))
  organizationId = (await buildOrganization(database, { timeZone })).id
  const names = ['No.1 冷却水圧力', 'ﾎﾞｲﾗｰ蒸気圧', 'ボイラー 給水', 'No.11 電力量']
  const ids: number[] = []
  for (const [index, name] of names.entries()) {
    const given = { name, meterUnitId: (index % 2) + 1, decimalPoint: [2, null, 0, 1][index] ?? null }
    ids.push((await addMeter(database, organizationId, given)).id)
  }
  await database.asSystem(async (tx) => {
    await tx
      .insert(pictures)
      .values({ organizationId, sha256: 'a', mediaType: 'image/jpeg', length: 1, width: 1, height: 1 })
    // Two thirds of 80 days lie in the last ten of them; many have equal times; the fourth meter has few.
    await tx.execute(sql`
      insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, picture_sha256,
        created_at, deleted_at)
      select ${organizationId}, (${`{${ids.join(',')}}`}::bigint[])[case when i % 97 = 0 then 4 else 1 + i % 3 end],
        case when i % 11 = 0 then null else (i * 7919 % 20000) / 16.0 end, 'entered', 'entry', i % 13 = 0,
        case when i % 17 < 4 then 'a' end,
        timestamptz '2026-11-08 05:00+00' - make_interval(mins => case when i % 3 = 0 then i * 77 else i * 9 end / 30 * 30),
        case when i % 19 = 0 then now() end
      from generate_series(1, ${total}) as i`)
    await tx.execute(sql`analyze readings, reading_days`)
  })
  rows = (await load()).map((row) => ({ ...row, texts: textsOf(row) }))
})
afterAll(async () => {
  await database.close()
  await testDatabase.close()
})

const ascending = (one: Shown, other: Shown) =>
  one.reading.createdAt.getTime() - other.reading.createdAt.getTime() || one.reading.id - other.reading.id
const folded = (text: string) => text.normalize('NFKC').toLowerCase()

function textsOf({ reading, meter }: Awaited<ReturnType<typeof load>>[number]): string[] {
  const { decimalPoint: decimals } = meter
  const { value } = reading
  const written = value === null ? '' : formatForInput(value, decimals)
  return [folded(meter.name), written, isoInZone(timeZone, reading.createdAt).replace('T', ' ').slice(0, 19)]
}

function isSelected({ reading, meter, texts }: Shown, query: Query): boolean {
  const { from, before } = query.recorded_span
    ? intervalOf(query.recorded_span, timeZone, 'recorded_span')
    : { from: null, before: null }
  const text = folded(query.text ?? '')
  return (
    (query.meter_ids?.includes(meter.id) ?? true) &&
    (query.meter_unit_ids?.includes(meter.meterUnitId) ?? true) &&
    (from === null || reading.createdAt >= from) &&
    (before === null || reading.createdAt < before) &&
    (query.is_image !== true || reading.pictureSha256 !== null) &&
    (query.is_abnormal !== true || reading.isAbnormal) &&
    (text === '' ||
      texts[0]?.includes(text) === true ||
      texts[1]?.includes(text.replaceAll(',', '')) === true ||
      texts[2]?.includes(text.replaceAll('/', '-')) === true)
  )
}

const expected = (query: Query) => {
  const found = rows.filter((row) => isSelected(row, query)).sort(ascending)
  const sorted = query.sort_type === 'asc' ? found : found.toReversed()
  return sorted.map(({ reading }) => reading.id)
}
const listed = async (query: Query, maxSearched?: number) => {
  const session = { organizationId, timeZone }
  const page = await database.inOrganization(organizationId, null, (tx) =>
    listPage(tx, session, query, maxSearched),
  )
  return { ...page, ids: page.rows.map(({ id }) => id) }
}

const two = (value: number) => String(value).padStart(2, '0')
const local = fc.oneof(
  fc.integer({ min: 1, max: 7 }).map((day) => `2026-11-${two(day)}`),
  fc.integer({ min: 1, max: 31 }).map((day) => `2026-10-${two(day)}`),
  fc
    .tuple(fc.integer({ min: 28, max: 31 }), fc.nat(23), fc.constantFrom('00', '30', '59'))
    .map(([day, hour, minute]) => `2026-10-${day}-${two(hour)}-${minute}`),
)
const end = fc.oneof(fc.constant(null), local)
const texts = [
  'ボイラー',
  'no.1',
  'ＮＯ．1',
  '２０',
  '12.5',
  '1,2',
  '11/0',
  '2026-11-01',
  '2026/11',
  '2026-11-01 01:30',
  '3:30',
  'xyz',
  '-',
]
const queries = fc.record<Query>({
  meter_ids: fc.constantFrom(undefined, undefined, [1, 2, 3, 4], [2], [1, 4], [4], [9999]),
  meter_unit_ids: fc.constantFrom(undefined, undefined, [1], [1, 2]),
  inspection_ids: fc.constant(undefined),
  meter_group_ids: fc.constant(undefined),
  recorded_span: fc.option(fc.record({ from: end, to: end }), { nil: undefined }),
  is_image: fc.constantFrom(undefined, true),
  is_abnormal: fc.constantFrom(undefined, undefined, undefined, true),
  text: fc.option(fc.constantFrom(...texts), { nil: undefined, freq: 2 }),
  sort_type: fc.constantFrom('asc', 'desc', undefined),
  skip: fc.oneof(fc.constant(undefined), fc.nat(total + 50)),
  limit: fc.constantFrom(1, 7, 50, 1000),
  after: fc.constant(undefined),
  before: fc.constant(undefined),
})

describe('whatever is asked', () => {
  it('a page has the rows and the count that counting and skipping one by one would give', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const all = expected(query)
        const { skip = 0, limit = 50 } = query
        const page = await listed(query)
        expect(page.count).toBe(all.length)
        expect(page.partial).toBe(false)
        expect(page.ids).toEqual(all.slice(skip, skip + limit))
        expect(page.next === undefined).toBe(skip + limit >= all.length)
      }),
      { numRuns: 200 },
    )
  })

  it('pages by key give every row once, also where a search stops on its way', async () => {
    await fc.assert(
      fc.asyncProperty(queries, fc.constantFrom(50, 400, undefined), async (query, maxSearched) => {
        const seen: number[] = []
        let after: string | undefined
        do {
          const page = await listed({ ...query, skip: undefined, limit: 90, after }, maxSearched)
          seen.push(...page.ids)
          after = page.next
        } while (after !== undefined)
        expect(seen).toEqual(expected(query))
      }),
      { numRuns: 25 },
    )
  })

  it('pages by key go back over the same rows, and no further than they are asked to', async () => {
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.constantFrom(50, 400, undefined),
        fc.nat(total),
        fc.nat(total),
        async (query, maxSearched, one, other) => {
          const all = expected(query)
          const [start = 0, end = 0] = [one, other]
            .map((each) => each % (all.length || 1))
            .sort((a, b) => a - b)
          const gapAt = async (skip: number) => (await listed({ ...query, skip, limit: 1 })).previous
          const [after, last] = [await gapAt(start), await gapAt(end)]
          const seen: number[] = []
          for (let before = last; before !== undefined; ) {
            const page = await listed({ ...query, skip: undefined, limit: 90, before, after }, maxSearched)
            expect(page.next).toBe(before)
            seen.unshift(...page.ids)
            before = page.previous
          }
          expect(seen).toEqual(all.slice(start, end))
        },
      ),
      { numRuns: 25 },
    )
  })

  it('a search that stops says that it did, and counts what it looked at', async () => {
    const query = { text: '12.5' } as Query
    const page = await listed(query, 100)
    expect(page.partial).toBe(true)
    expect(page.count).toBe(page.ids.length)
    expect(page.count).toBeLessThan(expected(query).length)
    expect(page.ids).toEqual(expected(query).slice(0, page.count))
  })
})
