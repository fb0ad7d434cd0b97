import { sql } from 'drizzle-orm'
import { connect, type Database } from '../../server/db/client.ts'
import type { EmbeddedDatabase } from '../../server/db/embedded.ts'
import { createLog } from '../../server/log.ts'
import { type BuiltOrganization, buildOrganization } from '../support/server/accounts.ts'
import { startKept, unlimited, vacuum } from './kept-database.ts'

/** Three organizations with 200 meters: some read every ten minutes, most hourly, some occasionally. */
const meters = 200
const readingsADay = (meters * (3 * 144 + 5 * 24 + 2 * 4)) / 10
const day = 86_400_000
/** Per organization; a page of 1000 readings has about as many different ones. */
const pictures = 10_000

export interface Filled {
  organization: BuiltOrganization
  /** Most readings first. */
  meterIds: number[]
  groupId: number
  end: Date
  days: number
}

/** As it is kept: `end` is a text. */
type Plant = Omit<Filled, 'days' | 'end'> & { end: string }

interface FilledDatabase extends EmbeddedDatabase {
  filled: Filled
}

/** Starts the database with so many readings in a folder, filling it on the first run. */
export async function startFilled(folder: string, rows: number): Promise<FilledDatabase> {
  const days = Math.round(rows / readingsADay)
  const { plant, ...cluster } = await startKept<Plant>(folder, {
    rows,
    days,
    build: buildPlant,
    insertion: ({ end }, first, last) => insertion(end, first, last),
  })
  await addAlerts(cluster.url)
  return { ...cluster, filled: { ...plant, days, end: new Date(plant.end) } }
}

/** Each abnormal reading becomes an ended, unconfirmed alert. */
async function addAlerts(url: string): Promise<void> {
  const database = connect(url, createLog('silent'))
  try {
    const added = await unlimited(database, async (tx) => {
      const { rows } = await tx.execute(sql`select from alerts limit 1`)
      if (rows.length > 0) return false
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`
        insert into alerts (organization_id, meter_id, is_alert, is_alerted, created_at, first_reading_id, latest_at,
          reading_id, updated_at, end_reason)
        select organization_id, meter_id, false, true, created_at, id, created_at, id, created_at + interval '1 hour', 'value'
        from readings where is_abnormal`)
      return true
    })
    if (added) await vacuum(url)
  } finally {
    await database.close()
  }
}

async function buildPlant(database: Database): Promise<Plant> {
  const organizations: BuiltOrganization[] = []
  for (let index = 0; index < 3; index++) organizations.push(await buildOrganization(database))
  const [organization] = organizations
  if (organization === undefined) throw new Error('no organization')
  const ids = sql`${`{${organizations.map(({ id }) => id).join(',')}}`}::bigint[]`
  return database.asSystem(async (tx) => {
    await tx.execute(sql`insert into groups (organization_id, name)
      select of, 'グループ ' || i from unnest(${ids}) as of, generate_series(1, 5) as i`)
    await tx.execute(sql`insert into pictures (organization_id, sha256, media_type, length, width, height)
      select of, ${pictureOf(sql`i`)}, 'image/jpeg', 100000, 1600, 1200
      from unnest(${ids}) as of, generate_series(0, ${pictures - 1}) as i`)
    // The meter's number modulo ten decides its interval.
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
      end: new Date(Math.floor(Date.now() / day) * day).toISOString(),
    }
  })
}

const pictureOf = (number: ReturnType<typeof sql>) => sql`encode(sha256((${number})::text::bytea), 'hex')`

/**
 * Readings between two numbers of days before the end, in time order. Those of cameras have an original and a
 * framed picture.
 */
const insertion = (end: string, first: number, last: number) => sql`
  insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, read_state, read_value,
    ocr, confidence, picture_sha256, result_sha256, created_at, received_at, updated_at)
  select organization_id, meter_id, value, 'reader', case when pictured then 'camera' else 'analog' end,
    value is null or value >= 95, case when pictured then 1 end, value, case when pictured then round(value::numeric, 2)::text end,
    case when pictured then 0.97 end, case when pictured then ${pictureOf(sql`hash % ${sql.raw(String(pictures))}`)} end,
    case when pictured then ${pictureOf(sql`(hash + 1) % ${sql.raw(String(pictures))}`)} end, at, at, at
  from (
    select organization_id, id as meter_id, id % 10 >= 2 as pictured, at, hash,
      case when hash % 200 = 0 then null
        else 50 + 40 * sin(extract(epoch from at) / 86400 * 6.28 + id) + hash % 1000 / 100.0 end as value
    from (
      select *, case when id % 10 < 3 then interval '10 minutes' when id % 10 < 8 then interval '1 hour'
        else interval '6 hours' end as step from meters
    ) as meters,
    lateral generate_series(${end}::timestamptz - make_interval(days => ${first}),
      ${end}::timestamptz - make_interval(days => ${last}) - interval '1 second', step) as due,
    lateral (select due + id % 60 * interval '1 second' as at, abs(hashint8(id * 7919 + extract(epoch from due)::bigint)) as hash) as made
  ) as measured order by at, meter_id`
