import { and, asc, count, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { EndReason } from '../../../contract/alerts.ts'
import type { Cursor } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import { isDoubtful } from '../../db/needs-review.ts'
import type { MeterKey } from '../../db/reading-order.ts'
import { alerts, meters, readings, users } from '../../db/schema.ts'
import { contains } from '../../db/searchable.ts'
import type { Interval } from '../../interval.ts'
import { createdWithin } from '../../newest-first.ts'
import type { Segment } from './find-runs.ts'
import type { OpenAlert, Run } from './match-runs.ts'
import type { ConfirmedRun } from './worsenings.ts'

export type AlertRecord = typeof alerts.$inferSelect
export type AlertRow = Awaited<ReturnType<typeof listAlerts>>[number]

export interface Filter {
  isAlert?: boolean | undefined
  isAlerted?: boolean | undefined
  isConfirm?: boolean | undefined
  isWorsened?: boolean | undefined
  meterIds?: number[] | undefined
  unitIds?: number[] | undefined
  groupIds?: number[] | undefined
  /** Of the first abnormal reading. */
  began?: Interval | undefined
  /** Overlaps the run, from its first abnormal reading to its latest. */
  measured?: Interval | undefined
  /** Part of a user name. */
  confirmedBy?: string | undefined
  /** Id of a user; null: nobody works on it. */
  assigneeId?: number | null | undefined
}

export interface Page {
  by: 'created_at' | 'updated_at' | 'confirm_at' | 'id'
  sort: 'asc' | 'desc'
  skip: number
  limit: number
  after: Cursor | null
}

const batchSize = 1000

/** Alerts that the abnormal range of a meter opened; those of rules follow their cases. */
const ofRange = (meter: MeterKey) => and(ofMeter(meter), isNull(alerts.rule))

const ofMeter = (meter: MeterKey) =>
  and(eq(alerts.organizationId, meter.organizationId), eq(alerts.meterId, meter.id))

/**
 * Alerts of the abnormal range that overlap a section of a meter’s history, in order. Those that a range or a correction
 * ended are left out: abnormal readings at their place open a new alert.
 */
export async function findOverlapping(
  tx: Tx,
  meter: MeterKey,
  { after, before }: Segment,
): Promise<{ open: OpenAlert[]; confirmed: ConfirmedRun[] }> {
  const iso = (at: number) => new Date(at).toISOString()
  const rows = await tx
    .select()
    .from(alerts)
    .where(
      and(
        ofRange(meter),
        or(isNull(alerts.endReason), eq(alerts.endReason, 'value')),
        after === null
          ? undefined
          : sql`(${alerts.latestAt}, ${alerts.readingId}) > (${iso(after.at)}::timestamptz, ${after.id}::bigint)`,
        before === null
          ? undefined
          : sql`(${alerts.createdAt}, ${alerts.firstReadingId}) < (${iso(before.at)}::timestamptz, ${before.id}::bigint)`,
      ),
    )
    .orderBy(asc(alerts.createdAt), asc(alerts.firstReadingId), asc(alerts.id))
  return {
    open: rows.filter(isOpen).map((row) => ({ ...runOf(row), alertId: row.id })),
    confirmed: rows.filter((row) => !isOpen(row)).map((row) => ({ ...runOf(row), alertId: row.id })),
  }
}

const isOpen = ({ isAlerted }: AlertRecord) => isAlerted

const runOf = (row: AlertRecord): Run => ({
  first: { at: row.createdAt.getTime(), id: row.firstReadingId },
  latest: { at: row.latestAt.getTime(), id: row.readingId },
  endedAt: row.isAlert ? null : row.updatedAt.getTime(),
})

const rowOf = ({ first, latest, endedAt }: Run) => ({
  isAlert: endedAt === null,
  isAlerted: true,
  createdAt: new Date(first.at),
  firstReadingId: first.id,
  latestAt: new Date(latest.at),
  readingId: latest.id,
  updatedAt: new Date(endedAt ?? latest.at),
  endReason: endedAt === null ? null : ('value' as const),
})

export async function deleteAlerts(tx: Tx, meter: MeterKey, ids: readonly number[]): Promise<void> {
  await inBatches(ids, (some) => tx.delete(alerts).where(and(ofMeter(meter), inArray(alerts.id, some))))
}

/** Why and when an alert ends that no normal reading has ended. */
export interface Ending {
  reason: Exclude<EndReason, 'value'>
  at: Date
}

/** Ends alerts that no normal reading has ended. They keep their readings and range. */
export async function endAlerts(
  tx: Tx,
  meter: MeterKey,
  ended: readonly OpenAlert[],
  { reason, at }: Ending,
): Promise<void> {
  const ids = ended.map(({ alertId }) => alertId)
  await inBatches(ids, (some) =>
    tx
      .update(alerts)
      .set({ isAlert: false, updatedAt: at, endReason: reason })
      .where(and(ofMeter(meter), inArray(alerts.id, some))),
  )
}

/**
 * Lets the alert that ended because its readings were deleted or moved at `endedAt` follow them again, before they are
 * reconciled with the reading that returns. An alert that was confirmed after that stays past.
 */
export async function resumeAlertOf(
  tx: Tx,
  meter: MeterKey,
  { id, endedAt }: { id: number; endedAt: Date },
): Promise<void> {
  const byCorrection = and(eq(alerts.endReason, 'correction'), eq(alerts.updatedAt, endedAt))
  await tx
    .update(alerts)
    .set({ endReason: 'value' })
    .where(and(ofRange(meter), eq(alerts.isAlerted, true), eq(alerts.readingId, id), byCorrection))
}

export async function updateAlerts(tx: Tx, meter: MeterKey, changed: readonly OpenAlert[]): Promise<void> {
  await inBatches(changed, (some) => {
    const values = some.map((alert) => {
      const row = rowOf(alert)
      return sql`(${alert.alertId}::bigint, ${row.isAlert}::boolean,
        ${row.createdAt.toISOString()}::timestamptz, ${row.firstReadingId}::bigint,
        ${row.latestAt.toISOString()}::timestamptz, ${row.readingId}::bigint,
        ${row.updatedAt.toISOString()}::timestamptz, ${row.endReason}::text)`
    })
    return tx.execute(sql`
      update ${alerts} set is_alert = changed.is_alert, created_at = changed.created_at,
        first_reading_id = changed.first_reading_id, latest_at = changed.latest_at,
        reading_id = changed.reading_id, updated_at = changed.updated_at, end_reason = changed.end_reason
      from (values ${sql.join(values, sql`, `)}) as changed
        (id, is_alert, created_at, first_reading_id, latest_at, reading_id, updated_at, end_reason)
      where ${ofMeter(meter)} and ${alerts.id} = changed.id`)
  })
}

/** With the abnormal range that is in force. */
export async function insertAlerts(tx: Tx, meter: MeterKey, opened: readonly Run[]) {
  const rows: Pick<AlertRecord, 'id' | 'isAlert'>[] = []
  const of = { organizationId: meter.organizationId, meterId: meter.id, ...currentRange(meter) }
  await inBatches(opened, async (some) => {
    rows.push(
      ...(await tx
        .insert(alerts)
        .values(some.map((run) => ({ ...of, ...rowOf(run) })))
        .returning({ id: alerts.id, isAlert: alerts.isAlert })),
    )
  })
  return rows
}

/** An occurring alert takes over the new range; past ones keep theirs. */
export async function updateOccurringRange(tx: Tx, meter: MeterKey): Promise<void> {
  const range = currentRange(meter)
  await tx
    .update(alerts)
    .set(range)
    .where(
      and(
        ofRange(meter),
        eq(alerts.isAlert, true),
        sql`(${alerts.emergencyStartValue}, ${alerts.emergencyEndValue}) is distinct from
          (${range.emergencyStartValue}, ${range.emergencyEndValue})`,
      ),
    )
}

/** The meter’s abnormal range as of this transaction. */
function currentRange(meter: MeterKey) {
  const of = (column: SQL) =>
    sql`(select ${column} from meters as judging where judging.organization_id = ${meter.organizationId}
      and judging.id = ${meter.id})`
  return {
    emergencyStartValue: of(sql`judging.emergency_start_value`),
    emergencyEndValue: of(sql`judging.emergency_end_value`),
  }
}

async function inBatches<Row>(rows: readonly Row[], write: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize)
    await write(rows.slice(start, start + batchSize))
}

/** What the device said of its errors in the report that the reading came with. */
const errorsOfReport = sql<string[]>`case when ${readings.reasons} @> '{device error}' then array(
  select error_message from device_errors
  where device_errors.organization_id = ${readings.organizationId} and device_errors.report_id = ${readings.reportId}
  order by device_errors.id) else '{}' end`

/** Whether the range of the alert makes a value abnormal. A missing value is abnormal as well. */
const isAbnormalValue = (value: SQL | AnyPgColumn) =>
  sql`coalesce(${value} between ${alerts.emergencyStartValue} and ${alerts.emergencyEndValue}, ${value} is null)`

/** The latest abnormal value of a reading that a person has corrected to a normal one; null: there is none, or a rule. */
const correctedFrom = sql<{
  value: number | null
} | null>`case when ${alerts.rule} is null and not ${isAbnormalValue(readings.value)} then (
  select jsonb_build_object('value', change.before -> 'value') from reading_changes as change
  where change.organization_id = ${readings.organizationId} and change.reading_id = ${readings.id}
    and change.action = 'correct' and jsonb_exists(change.before, 'value')
    and ${isAbnormalValue(sql`(change.before ->> 'value')::double precision`)}
  order by change.at desc, change.id desc limit 1) end`

/**
 * The last worsening whose reading is still abnormal. Of a rule: a later reading than the one that people confirmed, or
 * would, as long as the case is an alarm.
 */
const worsened = sql<{
  id: number
  readingId: number
  previousValue: number | null
  value: number
  at: string
} | null>`(
  select jsonb_build_object('id', step.id, 'readingId', step.reading_id, 'previousValue', step.previous_value,
    'value', step.value, 'at', shown.created_at)
  from alert_worsenings as step join readings as shown on shown.id = step.reading_id
  where step.alert_id = ${alerts.id} and step.organization_id = ${alerts.organizationId}
    and shown.deleted_at is null and case when ${alerts.rule} is null then shown.is_abnormal
      else step.reading_id <> ${alerts.readingId} and exists (select from alert_rule_cases as found
        where found.id = ${alerts.ruleCaseId} and found.level = 'alarm') end
  order by step.id desc limit 1)`

const assignees = alias(users, 'assignees')

function select(tx: Tx) {
  return tx
    .select({
      alert: alerts,
      worsened,
      reading: {
        value: readings.value,
        correctedFrom,
        createdAt: readings.createdAt,
        pictureSha256: readings.pictureSha256,
        resultSha256: readings.resultSha256,
        reasons: readings.reasons,
        timeMark: readings.timeMark,
        deviceErrors: errorsOfReport,
        needsReview: sql<boolean>`coalesce(${isDoubtful}, false)`,
      },
      meter: {
        name: meters.name,
        unitId: meters.meterUnitId,
        categoryId: meters.meterCategoryId,
        groupId: meters.meterGroupId,
        inspectionId: meters.inspectionId,
        decimalPoint: meters.decimalPoint,
        emergencyStartValue: meters.emergencyStartValue,
        emergencyEndValue: meters.emergencyEndValue,
      },
      confirmedBy: users.username,
      assignee: assignees.username,
    })
    .from(alerts)
    .innerJoin(meters, eq(meters.id, alerts.meterId))
    .innerJoin(readings, eq(readings.id, alerts.readingId))
    .leftJoin(users, eq(users.id, alerts.confirmedByUserId))
    .leftJoin(assignees, eq(assignees.id, alerts.assigneeUserId))
}

function conditions(organizationId: number, filter: Filter): SQL | undefined {
  const { isAlert, isAlerted, isConfirm, isWorsened, meterIds, unitIds, groupIds, began, measured } = filter
  const { confirmedBy, assigneeId } = filter
  const named = contains(users.username, confirmedBy)
  return and(
    eq(alerts.organizationId, organizationId),
    isAlert === undefined ? undefined : eq(alerts.isAlert, isAlert),
    isAlerted === undefined ? undefined : eq(alerts.isAlerted, isAlerted),
    isConfirm === undefined ? undefined : isConfirm ? isNotNull(alerts.confirmAt) : isNull(alerts.confirmAt),
    isWorsened === undefined ? undefined : sql`(${worsened} is not null) = ${isWorsened}`,
    meterIds && inArray(alerts.meterId, meterIds),
    unitIds && inArray(meters.meterUnitId, unitIds),
    groupIds && inArray(meters.meterGroupId, groupIds),
    began && createdWithin(alerts, began),
    measured && overlaps(measured),
    assigneeId === undefined
      ? undefined
      : assigneeId === null
        ? isNull(alerts.assigneeUserId)
        : eq(alerts.assigneeUserId, assigneeId),
    named && sql`${alerts.confirmedByUserId} in (select ${users.id} from ${users} where ${named})`,
  )
}

const overlaps = ({ from, before }: Interval): SQL | undefined =>
  and(
    from === null ? undefined : sql`${alerts.latestAt} >= ${from.toISOString()}::timestamptz`,
    before === null ? undefined : sql`${alerts.createdAt} < ${before.toISOString()}::timestamptz`,
  )

/** Sorts unconfirmed alerts after all confirmations. */
const unconfirmedTime = new Date('9999-12-29T00:00:00Z')

/** The time to sort by; null: by id alone. */
function sortedBy(filter: Filter, by: Page['by']): SQL | null {
  if (by === 'created_at') return sql`${alerts.createdAt}`
  if (by === 'updated_at') return sql`${alerts.updatedAt}`
  if (by === 'id') return null
  const { isAlert, isAlerted, isConfirm } = filter
  // Known to be confirmed: an index can sort.
  if (isConfirm === true || isAlerted === false) return sql`${alerts.confirmAt}`
  if (isConfirm === false || isAlerted === true || isAlert === true) return null
  return sql`coalesce(${alerts.confirmAt}, ${unconfirmedTime.toISOString()}::timestamptz)`
}

/** The row’s time for the cursor. */
export const timeOf = ({ alert }: AlertRow, by: Page['by']): Date => {
  if (by === 'confirm_at') return alert.confirmAt ?? unconfirmedTime
  return by === 'updated_at' ? alert.updatedAt : alert.createdAt
}

export function listAlerts(tx: Tx, organizationId: number, filter: Filter, page: Page) {
  const { by, sort, skip, limit, after } = page
  const time = sortedBy(filter, by)
  const direction = sql.raw(sort)
  const beyond = sql.raw(sort === 'desc' ? '<' : '>')
  const follows =
    after === null
      ? undefined
      : time === null
        ? sql`${alerts.id} ${beyond} ${after.id}::bigint`
        : sql`(${time}, ${alerts.id}) ${beyond} (${after.at.toISOString()}::timestamptz, ${after.id}::bigint)`
  return select(tx)
    .where(and(conditions(organizationId, filter), follows))
    .orderBy(...(time === null ? [] : [sql`${time} ${direction}`]), sql`${alerts.id} ${direction}`)
    .offset(skip)
    .limit(limit)
}

export async function countAlerts(tx: Tx, organizationId: number, filter: Filter): Promise<number> {
  const counting = tx.select({ count: count() }).from(alerts).$dynamic()
  // Without a join an index-only scan can count.
  if (filter.unitIds !== undefined || filter.groupIds !== undefined)
    counting.innerJoin(meters, eq(meters.id, alerts.meterId))
  const rows = await counting.where(conditions(organizationId, filter))
  return rows[0]?.count ?? 0
}

export async function findAlert(tx: Tx, organizationId: number, id: number): Promise<AlertRow | undefined> {
  const rows = await select(tx).where(and(conditions(organizationId, {}), eq(alerts.id, id)))
  return rows[0]
}
