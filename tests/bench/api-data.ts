import { sql } from 'drizzle-orm'
import type { Database } from '../../server/db/client.ts'
import { type BuiltOrganization, buildOrganization } from '../support/accounts.ts'

/** Three organizations with 200 meters: some read every ten minutes, most every hour, some when somebody comes by. */
const meters = 200
const readingsADay = (meters * (3 * 144 + 5 * 24 + 2 * 4)) / 10
const day = 86_400_000

export interface Filled {
  organization: BuiltOrganization
  /** Of the organization, densest first. */
  meterIds: number[]
  groupId: number
  end: Date
  days: number
}

/**
 * Fills the database up to so many readings in all, in the order of time, as years of service do. May be called again
 * with more: what is there stays, and the readings before it are added.
 */
export async function fill(database: Database, rows: number, filled?: Filled): Promise<Filled> {
  const plant = filled ?? (await buildPlant(database))
  const days = Math.round(rows / readingsADay)
  for (let first = days; first > plant.days; first -= 30) {
    const last = Math.max(first - 30, plant.days)
    await database.asSystem(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      await tx.execute(insertion(plant.end, first, last))
    })
    console.error(`${first - last} days filled, ${last - plant.days} to go`)
  }
  await database.asSystem(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`analyze`)
  })
  return { ...plant, days }
}

async function buildPlant(database: Database): Promise<Filled> {
  const organizations: BuiltOrganization[] = []
  for (let index = 0; index < 3; index++) organizations.push(await buildOrganization(database))
  const [organization] = organizations
  if (organization === undefined) throw new Error('no organization')
  const ids = sql`${`{${organizations.map(({ id }) => id).join(',')}}`}::bigint[]`
  return database.asSystem(async (tx) => {
    await tx.execute(sql`insert into groups (organization_id, name)
      select of, 'グループ ' || i from unnest(${ids}) as of, generate_series(1, 5) as i`)
    await tx.execute(sql`insert into pictures (organization_id, sha256, media_type, length, width, height)
      select of, repeat('a', 64), 'image/jpeg', 100000, 1600, 1200 from unnest(${ids}) as of`)
    // The remainder of its number by ten says how often a meter is read.
    await tx.execute(sql`
      insert into meters (organization_id, name, meter_unit_id, meter_category_id, meter_group_id, decimal_point,
        start_value, end_value, emergency_start_value, emergency_end_value)
      select of, 'No.' || i || ' 冷却水圧力', 1 + i % 4, 1,
        (select min(id) from groups where organization_id = of) + i % 5, 2, 0, 100, 95, 100
      from generate_series(1, ${meters}) as i, lateral (select (${ids})[1 + i % 3] as of) as o`)
    const { rows } = await tx.execute<{ id: number; group: number }>(sql`
      select id::float8 as id, meter_group_id::float8 as "group" from meters
      where organization_id = ${organization.id} order by id % 10, id`)
    return {
      organization,
      meterIds: rows.map(({ id }) => id),
      groupId: rows[0]?.group ?? 0,
      end: new Date(Math.floor(Date.now() / day) * day),
      days: 0,
    }
  })
}

/** Readings from so many days before the end to so many, in the order of time. */
const insertion = (end: Date, first: number, last: number) => sql`
  insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, read_state, read_value,
    ocr, confidence, picture_sha256, created_at, received_at, updated_at)
  select organization_id, meter_id, value, 'reader', case when pictured then 'camera' else 'analog' end,
    value is null or value >= 95, case when pictured then 1 end, value, case when pictured then round(value::numeric, 2)::text end,
    case when pictured then 0.97 end, case when pictured then repeat('a', 64) end, at, at, at
  from (
    select organization_id, id as meter_id, id % 10 >= 2 as pictured, at,
      case when hash % 200 = 0 then null
        else 50 + 40 * sin(extract(epoch from at) / 86400 * 6.28 + id) + hash % 1000 / 100.0 end as value
    from (
      select *, case when id % 10 < 3 then interval '10 minutes' when id % 10 < 8 then interval '1 hour'
        else interval '6 hours' end as step from meters
    ) as meters,
    lateral generate_series(${end.toISOString()}::timestamptz - make_interval(days => ${first}),
      ${end.toISOString()}::timestamptz - make_interval(days => ${last}) - interval '1 second', step) as due,
    lateral (select due + id % 60 * interval '1 second' as at, abs(hashint8(id * 7919 + extract(epoch from due)::bigint)) as hash) as made
  ) as measured order by at, meter_id`
