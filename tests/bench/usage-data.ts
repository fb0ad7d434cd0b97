import { sql } from 'drizzle-orm'
import { addMonths } from '../../contract/closing/closingDates.ts'
import type { Session } from '../../server/api/call.ts'
import type { Database } from '../../server/db/client.ts'
import type { EmbeddedDatabase } from '../../server/db/embedded.ts'
import { closeMonth } from '../../server/features/closings/index.ts'
import { instantOfLocal, isoInZone } from '../../server/time-zone.ts'
import { buildOrganization, buildUser, type TestUser } from '../support/server/accounts.ts'
import { addCycle } from '../support/server/builders.ts'
import { startKept, unlimited } from './kept-database.ts'

export const zone = 'Asia/Tokyo'
const day = 86_400_000
/** A little more than two years, so that 24 complete months begin and end with a reading. */
const days = 762
/** Months that are closed before the open one. */
export const closedMonths = 6

/** What the bench must know of a database, as JSON. */
interface Plant {
  user: TestUser
  meterIds: number[]
  cycleId: number
  /** `YYYY-MM`: the last one that is over. Those before it are closed. */
  month: string
  /** Milliseconds since 1970: no reading is later. */
  end: number
}

/** When a month begins in the organization's zone, which is when its cycle closes the one before. */
export const startOf = (month: string): number => instantOfLocal(zone, Date.parse(`${month}-01`)).getTime()

/** Starts a database of counters that are read at equal intervals over two years, filling it on the first run. */
export function startCounters(
  folder: string,
  rows: number,
  meters: number,
): Promise<EmbeddedDatabase & { plant: Plant }> {
  // Otherwise closing times have no reading within the tolerance of devices.
  if (rows < meters * days) throw new Error(`${meters} meters need at least ${meters * days} readings`)
  const step = Math.floor((days * day) / (rows / meters) / 1000)
  return startKept<Plant>(folder, {
    rows,
    days,
    build: (database) => build(database, meters),
    insertion: ({ end }, first, last) => insertion(end, step, first, last),
    finish: closeMonths,
  })
}

async function build(database: Database, meters: number): Promise<Plant> {
  const organization = await buildOrganization(database, { timeZone: zone })
  const user = await buildUser(database, organization)
  const meterIds = await database.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into meters (organization_id, name, meter_unit_id, meter_category_id, digit_number, decimal_point)
      select ${organization.id}, 'No.' || i || ' 電力量計', (select id from units where name = 'kWh'), 4, 8, 1
      from generate_series(1, ${meters}) as i returning id::float8 as id`)
    await tx.execute(sql`
      insert into meter_rates (organization_id, meter_id, usual, greatest, days, learned_at)
      select organization_id, id, 24 * (1 + id % 9), 36 * (1 + id % 9), 1, now() from meters`)
    return rows.map(({ id }) => id)
  })
  const cycle = await addCycle(database, organization.id, meterIds)
  const end = Math.floor(Date.now() / day) * day
  const month = addMonths(isoInZone(zone, end).slice(0, 'YYYY-MM'.length), -1)
  return { user, meterIds, cycleId: cycle.id, month, end }
}

/** Each counter counts 1 to 9 units an hour. */
const insertion = (end: number, step: number, first: number, last: number) => sql`
  insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at, received_at,
    updated_at)
  select organization_id, id, round(((1 + id % 9) * extract(epoch from at - ${new Date(end - days * day).toISOString()}::timestamptz)
    / 3600)::numeric, 1), 'reader', 'analog', false, at, at, at
  from meters, lateral (
    select due + id % 60 * interval '1 second' as at from generate_series(
      ${new Date(end - first * day).toISOString()}::timestamptz,
      ${new Date(end - last * day).toISOString()}::timestamptz - interval '1 minute', make_interval(secs => ${step})) as due
  ) as measured order by at, id`

async function closeMonths(database: Database, { user, cycleId, month }: Plant): Promise<void> {
  const { id: userId, organizationId, username, role } = user
  const session: Session = {
    sessionId: null,
    key: null,
    userId,
    organizationId,
    username,
    role,
    timeZone: zone,
  }
  for (let ago = closedMonths; ago > 0; ago--) {
    const sent = { month: addMonths(month, -ago), version: 1, exceptions: [] }
    await unlimited(database, (tx) => closeMonth(session, tx, cycleId, sent, new Date()))
  }
}
