import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { executePrepared, type Tx } from '../../db/client.ts'
import { meters, readingDays, readingMonths, readings } from '../../db/schema.ts'
import {
  inInterval,
  isUnbounded,
  matchesRollup,
  matchesSelection,
  ofMeters,
  type Selection,
} from './selection.ts'
import { type DayRange, isEmptyRange, splitMonths, type WholeDays, wholeDaysOf } from './whole-days.ts'

/** Number of readings: whole days by the rollups, partial days by rows. */
export async function countReadings(tx: Tx, selection: Selection): Promise<number> {
  const query = sql`select coalesce(sum(n), 0)::float8 as n from (${await countsOf(tx, selection)}) as counts`
  const rows = isUnbounded(selection.interval)
    ? await executePrepared<{ n: number }>(tx, query)
    : (await tx.execute<{ n: number }>(query)).rows
  return rows[0]?.n ?? 0
}

/** Per meter with any. */
export async function countByMeter(tx: Tx, selection: Selection): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ meter: number; n: number }>(sql`
    select meter_id::float8 as meter, sum(n)::float8 as n from (${await countsOf(tx, selection)}) as counts
    group by meter_id having sum(n) > 0`)
  return new Map(rows.map(({ meter, n }) => [meter, n]))
}

/** Rows of (meter_id, n) to be added up. */
async function countsOf(tx: Tx, selection: Selection): Promise<SQL> {
  if (selection.search !== null || selection.waitingFor !== null)
    return rowCounts(selection, matchesSelection(selection))
  const whole = await wholeDaysOf(tx, selection)
  if (isEmptyRange(whole)) return rowCounts(selection, matchesSelection(selection))
  const { months, days } = splitMonths(whole)
  const parts = [
    ...months.map((of) => rollupCounts(selection, readingMonths, readingMonths.month, of)),
    ...days.map((of) => rollupCounts(selection, readingDays, readingDays.day, of)),
    ...Object.values(partialDays(selection, whole))
      .filter((rows) => rows !== undefined)
      .map((rows) => rowCounts(selection, and(matchesRollup(selection), rows))),
  ]
  return sql.join(parts, sql` union all `)
}

const rowCounts = (selection: Selection, rows: SQL | undefined) => sql`
  select ${readings.meterId} as meter_id, count(*) as n from ${readings}
  ${selection.search === null ? undefined : sql`join ${meters} on ${meters.id} = ${readings.meterId}`}
  where ${rows} group by 1`

function rollupCounts(
  selection: Selection,
  table: typeof readingDays | typeof readingMonths,
  key: PgColumn,
  days: DayRange,
): SQL {
  return sql`select ${table.meterId} as meter_id, sum(${rollupColumn(selection, table)}) as n
    from ${table} where ${inRollup(selection, table, key, days)} group by 1`
}

/** The column that counts the selected readings of a day or month. */
export function rollupColumn(
  { onlyAbnormal, onlyPictures }: Selection,
  table: typeof readingDays | typeof readingMonths,
): PgColumn {
  if (onlyAbnormal) return onlyPictures ? table.abnormalPictures : table.abnormal
  return onlyPictures ? table.pictures : table.readings
}

export const inRollup = (
  { organizationId, meterIds }: Selection,
  table: typeof readingDays | typeof readingMonths,
  key: PgColumn,
  { first, last }: DayRange,
) =>
  and(
    eq(table.organizationId, organizationId),
    ofMeters(table.meterId, meterIds),
    first === null ? undefined : sql`${key} >= ${first}::date`,
    last === null ? undefined : sql`${key} <= ${last}::date`,
  )

/** Conditions for the partial days at the ends of an interval; undefined where it ends with a whole day. */
export function partialDays({ interval, timeZone }: Selection, whole: WholeDays) {
  const { from, before } = interval
  const day = sql`(${readings.createdAt} at time zone ${timeZone}::text)::date`
  return {
    head:
      from === null || !whole.startsMidway
        ? undefined
        : and(
            inInterval({ from, before: new Date(from.getTime() + longestDay) }),
            sql`${day} < ${whole.first}::date`,
          ),
    tail:
      before === null || !whole.endsMidway
        ? undefined
        : and(
            inInterval({ from: new Date(before.getTime() - longestDay), before }),
            sql`${day} > ${whole.last}::date`,
          ),
  }
}

/** Milliseconds, with a change of clocks. */
const longestDay = 26 * 3_600_000
