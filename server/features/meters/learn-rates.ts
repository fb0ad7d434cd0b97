import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { categoryType, isDigital } from '../../../contract/categories.ts'
import type { ReplacedAt, Shown } from '../../../contract/values/consumption.ts'
import type { Rate } from '../../../contract/values/consumptionSchemas.ts'
import { learnedDays, learnRate } from '../../../contract/values/learnRate.ts'
import { type EvidenceFields, isEvidence } from '../../../contract/values/prior.ts'
import type { Database, Tx } from '../../db/client.ts'
import { categories, meterRates, meters, units } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { isCumulativeMeter } from '../readings/index.ts'

/** A rate is learned anew once a day; while it is not known, with each job. */
const rest = 20 * 3_600_000
const batchSize = 50
/** Types of which some meters count up. */
const digitalTypes = Object.values(categoryType).filter(isDigital)
/** Readings of a day among which a reliable one is looked for. */
const perDay = 4

/** Each hour: how fast cumulative meters count, from their readings of the last 90 days. */
export async function learnRates({
  database,
  log,
  clock,
}: Pick<Deps, 'database' | 'log' | 'clock'>): Promise<void> {
  const now = clock()
  for (let after = 0; ; ) {
    const due = await dueMeters(database, now, after)
    for (const [organizationId, rows] of Map.groupBy(
      due.filter(isCumulativeMeter),
      (meter) => meter.organizationId,
    )) {
      const ids = rows.map(({ id }) => id)
      try {
        await database.inOrganization(organizationId, null, (tx) => learnOf(tx, organizationId, ids, now))
      } catch (error) {
        log.error({ err: error, organizationId }, 'rates of meters were not learned: tried again in an hour')
      }
    }
    const last = due.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Meters that may be cumulative: the rule looks at the unit's name, so that it is not repeated in SQL. */
const dueMeters = (database: Database, now: Date, after: number) =>
  database.asSystem(
    (tx) =>
      tx
        .select({
          id: meters.id,
          organizationId: meters.organizationId,
          categoryType: categories.type,
          unit: units.name,
          cumulativeMode: meters.cumulativeMode,
          startValue: meters.startValue,
          endValue: meters.endValue,
        })
        .from(meters)
        .innerJoin(categories, eq(categories.id, meters.meterCategoryId))
        .innerJoin(units, eq(units.id, meters.meterUnitId))
        .leftJoin(meterRates, eq(meterRates.meterId, meters.id))
        .where(
          and(
            gt(meters.id, after),
            inArray(categories.type, digitalTypes),
            or(
              isNull(meterRates.learnedAt),
              lt(meterRates.learnedAt, new Date(now.getTime() - rest)),
              isNull(meterRates.usual),
            ),
          ),
        )
        .orderBy(asc(meters.id))
        .limit(batchSize),
    'read only',
  )

async function learnOf(tx: Tx, organizationId: number, ids: number[], now: Date): Promise<void> {
  const shown = await shownByMeter(tx, organizationId, ids, now)
  const replaced = await replacementsOf(tx, organizationId, ids)
  const rows = ids.map((id) => ({
    meter_id: id,
    ...columnsOf(learnRate(shown.get(id) ?? [], replaced.get(id) ?? [])),
  }))
  await tx.execute(sql`
    insert into meter_rates (organization_id, meter_id, usual, greatest, days, learned_at)
    select ${organizationId}, row.*, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (meter_id bigint, usual float8, greatest float8, days float8)
    on conflict (meter_id) do update set usual = excluded.usual, greatest = excluded.greatest, days = excluded.days,
      learned_at = excluded.learned_at`)
}

const columnsOf = (rate: Rate | null) => rate ?? { usual: null, greatest: null, days: null }

type ShownRow = { meterId: number } & Pick<Shown, keyof Shown> & EvidenceFields & { value: number }

/** The last reliable reading of each day, by time. Readings of an unconfirmed time are not reliable. */
async function shownByMeter(
  tx: Tx,
  organizationId: number,
  ids: number[],
  now: Date,
): Promise<Map<number, Shown[]>> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await tx.execute<Record<keyof ShownRow, unknown> & ShownRow & { day: number }>(sql`
    select of.meter_id::float8 as "meterId", day, each.* from unnest(${`{${ids.join(',')}}`}::bigint[]) as of (meter_id),
      generate_series(1, ${sql.raw(String(learnedDays))}) as day,
      lateral (
        select r.value, r.value_source, r.read_state, r.confidence, r.reasons, r.advice,
          (extract(epoch from r.created_at) * 1000)::float8 as at
        from readings r
        where r.organization_id = ${organizationId} and r.meter_id = of.meter_id and r.deleted_at is null
          and r.value is not null and r.time_mark is distinct from 'unconfirmed' and r.created_at >= ${at} - day * interval '1 day'
          and r.created_at < ${at} - (day - 1) * interval '1 day'
        order by r.created_at desc, r.id desc limit ${sql.raw(String(perDay))}
      ) as each`)
  const kept = new Map<string, ShownRow>()
  for (const row of rows) {
    const of = `${row.meterId} ${row.day}`
    const latest = kept.get(of)
    if (isEvidence(row) && (latest === undefined || latest.at < row.at)) kept.set(of, row)
  }
  const byTime = [...kept.values()].sort((a, b) => a.at - b.at)
  return Map.groupBy(byTime, ({ meterId }) => meterId)
}

async function replacementsOf(
  tx: Tx,
  organizationId: number,
  ids: number[],
): Promise<Map<number, ReplacedAt[]>> {
  const { rows } = await tx.execute<Pick<ReplacedAt, keyof ReplacedAt> & { meterId: number }>(sql`
    select meter_id::float8 as "meterId", (extract(epoch from at) * 1000)::float8 as at,
      old_end_value as "oldEnd", new_start_value as "newStart"
    from meter_replacements
    where organization_id = ${organizationId} and deleted_at is null
      and meter_id = any(${`{${ids.join(',')}}`}::bigint[])
    order by at, id`)
  return Map.groupBy(rows, ({ meterId }) => meterId)
}
