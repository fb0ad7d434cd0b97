// Covers docs/requirements.md: 309, 560, 812

import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildOrganization } from '../../tests/support/server/accounts.ts'
import { addMeter, addReading } from '../../tests/support/server/builders.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/server/database.ts'
import { createLog } from '../log.ts'
import { connect, type Database, type Tx } from './client.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url, createLog('silent'))
})
afterAll(async () => {
  await database.close()
  await testDatabase.close()
})

type Meter = Awaited<ReturnType<typeof addMeter>>

/** Where rollups and readings differ, in either direction. */
async function differences(tx: Tx): Promise<unknown[]> {
  const { rows } = await tx.execute(sql`
    with local as (
      select readings.*, (readings.created_at at time zone time_zone)::date as day
      from readings join organizations on organizations.id = readings.organization_id where deleted_at is null
    ), by_day as (
      select organization_id, meter_id, day, count(*) as readings, count(*) filter (where is_abnormal) as abnormal,
        count(picture_sha256) as pictures, count(picture_sha256) filter (where is_abnormal) as abnormal_pictures,
        count(*) filter (where is_abnormal and value is null) as gaps,
        count(value) filter (where time_mark is null) as measured,
        coalesce(sum(value::numeric) filter (where time_mark is null), 0) as total,
        min(value) filter (where time_mark is null) as lowest, max(value) filter (where time_mark is null) as highest
      from local group by 1, 2, 3
    ), by_month as (
      select organization_id, meter_id, date_trunc('month', day)::date as month, sum(readings) as readings,
        sum(abnormal) as abnormal, sum(pictures) as pictures, sum(abnormal_pictures) as abnormal_pictures
      from by_day group by 1, 2, 3
    ), kept_days as (
      select organization_id, meter_id, day, readings, abnormal, pictures, abnormal_pictures, gaps, measured, total, lowest,
        highest
      from reading_days where readings > 0
    ), kept_months as (
      select organization_id, meter_id, month, readings, abnormal, pictures, abnormal_pictures
      from reading_months where readings > 0
    )
    select 'day is wrong' as what, to_jsonb(a) as row from (select * from by_day except select * from kept_days) as a
    union all select 'day is too much', to_jsonb(a) from (select * from kept_days except select * from by_day) as a
    union all select 'month is wrong', to_jsonb(a) from (select * from by_month except select * from kept_months) as a
    union all select 'month is too much', to_jsonb(a) from (select * from kept_months except select * from by_month) as a
    union all
    select 'extreme is another reading', to_jsonb(reading_days) from reading_days
    left join local as low on low.id = lowest_id and low.meter_id = reading_days.meter_id and low.day = reading_days.day
    left join local as high on high.id = highest_id and high.meter_id = reading_days.meter_id and high.day = reading_days.day
    where low.value is distinct from lowest or high.value is distinct from highest
      or low.time_mark = 'unconfirmed' or high.time_mark = 'unconfirmed'`)
  return rows
}

interface Change {
  what:
    | 'insert'
    | 'correct'
    | 'judge'
    | 'mark'
    | 'delete'
    | 'undelete'
    | 'move'
    | 'picture'
    | 'meter'
    | 'erase'
  rows: { hour: number; value: number | null; abnormal: boolean; pick: number }[]
}

const changes = fc.array(
  fc.record<Change>({
    what: fc.constantFrom(
      'insert',
      'insert',
      'insert',
      'correct',
      'judge',
      'mark',
      'delete',
      'undelete',
      'move',
      'picture',
      'meter',
      'erase',
    ),
    rows: fc.array(
      fc.record({
        hour: fc.integer({ min: 0, max: 70 }),
        value: fc.oneof(
          fc.constant(null),
          fc.integer({ min: -2, max: 3 }).map((tenths) => tenths / 10),
        ),
        abnormal: fc.boolean(),
        pick: fc.nat(6),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
  { minLength: 1, maxLength: 14 },
)

/** One statement over several readings; `pick` chooses among those that there are. */
async function apply(
  tx: Tx,
  { id, organizationId }: Meter,
  other: Meter,
  { what, rows }: Change,
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as given (hour int, value float8, abnormal boolean, pick int)`
  // The last hours of October in New York hold the night in which clocks go back.
  const at = sql`timestamptz '2026-10-31 00:00+00' + given.hour * interval '1 hour'`
  const picked = sql`(select readings.id, given.* from readings join (select distinct on (pick) * from ${given}) as given
    on readings.id % 7 = given.pick where meter_id in (${id}, ${other.id})) as given`
  const set = (assignment: ReturnType<typeof sql>) =>
    tx.execute(sql`update readings set ${assignment} from ${picked} where readings.id = given.id`)
  if (what === 'insert') {
    await tx.execute(sql`insert into readings
      (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
      select ${organizationId}, ${id}, value, 'reader', 'camera', abnormal, ${at} from ${given}`)
  } else if (what === 'correct') await set(sql`value = given.value, is_abnormal = given.abnormal`)
  else if (what === 'judge') await set(sql`is_abnormal = given.abnormal`)
  else if (what === 'mark') await set(sql`time_mark = case when given.abnormal then 'unconfirmed' end`)
  else if (what === 'delete') await set(sql`deleted_at = now()`)
  else if (what === 'undelete') await set(sql`deleted_at = null`)
  else if (what === 'move') await set(sql`created_at = ${at}`)
  else if (what === 'picture') await set(sql`picture_sha256 = case when given.abnormal then 'a' end`)
  else if (what === 'meter') await set(sql`meter_id = ${other.id}`)
  else await tx.execute(sql`delete from readings using ${picked} where readings.id = given.id`)
}

it.each(['Asia/Tokyo', 'America/New_York'])(
  'rollups in %s are what counting gives, after any changes',
  async (timeZone) => {
    const organization = await buildOrganization(database, { timeZone })
    const [one, other] = [
      await addMeter(database, organization.id),
      await addMeter(database, organization.id),
    ]
    await database.asSystem((tx) =>
      tx.execute(sql`insert into pictures (organization_id, sha256, media_type, length, width, height)
      values (${organization.id}, 'a', 'image/jpeg', 1, 1, 1)`),
    )
    await fc.assert(
      fc.asyncProperty(changes, (made) =>
        database.asSystem(async (tx) => {
          for (const change of made) await apply(tx, one, other, change)
          expect(await differences(tx)).toEqual([])
          await tx.execute(sql`select rebuild_reading_days(${organization.id})`)
          expect(await differences(tx)).toEqual([])
        }),
      ),
      { numRuns: 40 },
    )
  },
)

it('many calls that write and correct the same meter’s day at once leave rollups that counting gives', async () => {
  const organization = await buildOrganization(database)
  const meter = await addMeter(database, organization.id)
  const other = await addMeter(database, organization.id)
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      database.asSystem((tx) =>
        apply(tx, meter, other, {
          what: index % 3 === 0 ? 'correct' : 'insert',
          rows: [{ hour: 3, value: index % 5, abnormal: index % 2 === 0, pick: index % 7 }],
        }),
      ),
    ),
  )
  expect(await database.asSystem(differences)).toEqual([])
})

it('another zone of the organization counts its days anew, with the readings that arrive meanwhile', async () => {
  const organization = await buildOrganization(database)
  const meter = await addMeter(database, organization.id)
  // The 2nd in Tokyo, the 1st in New York.
  await addReading(database, meter, { createdAt: new Date('2026-03-01T16:00:00Z') })
  const days = () =>
    database.asSystem(async (tx) => {
      const { rows } = await tx.execute(
        sql`select day::text, readings from reading_days where meter_id = ${meter.id} order by day`,
      )
      return rows
    })
  expect(await days()).toEqual([{ day: '2026-03-02', readings: 1 }])
  const zone = database.asSystem((tx) =>
    tx.execute(sql`update organizations set time_zone = 'America/New_York' where id = ${organization.id}`),
  )
  const arrivals = Array.from({ length: 8 }, () =>
    addReading(database, meter, { createdAt: new Date('2026-03-01T17:00:00Z') }),
  )
  await Promise.all([zone, ...arrivals])
  expect(await days()).toEqual([{ day: '2026-03-01', readings: 9 }])
  expect(await database.asSystem(differences)).toEqual([])
})

it('calls may read rollups but not change them', async () => {
  const organization = await buildOrganization(database)
  for (const statement of [
    'update reading_days set readings = 0',
    'delete from reading_months',
    'select rebuild_reading_days(1)',
  ]) {
    const refused = database.inOrganization(organization.id, null, (tx) => tx.execute(sql.raw(statement)))
    await expect(refused).rejects.toMatchObject({ cause: { code: '42501' } })
  }
})
