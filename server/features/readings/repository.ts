import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Reading } from '../../../contract/readings.ts'
import { executePrepared, type Tx } from '../../db/client.ts'
import type { MeterRecord } from '../../db/meter-lock.ts'
import { pictures, readingChanges, readings } from '../../db/schema.ts'
import { valueFormatOf } from '../../db/value-format.ts'
import type { Page, PageBounds } from './page-bounds.ts'
import { among, inAnyInterval, isOneOf, matchesSelection, type Selection } from './selection.ts'

export type ReadingRecord = typeof readings.$inferSelect
export type NewReading = typeof readings.$inferInsert

type Picture = 'image' | 'thumbnail' | 'result_image' | 'result_thumbnail'
type Instant = 'created_at' | 'received_at' | 'updated_at'

/** A reading with its meter, before presenting; instants in ms since 1970. */
export type ReadingRow = Omit<
  Reading,
  'meter' | 'boosted' | 'consumption' | 'loop_current' | Picture | Instant
> &
  Record<Instant, number> &
  Omit<Reading['meter'], 'id' | 'name'> & {
    meter_name: string
    boosted: boolean
    loop_current: number | null
    time_mark: ReadingRecord['timeMark']
    picture_sha256: string | null
    result_sha256: string | null
  }

/** Written out with only the presented columns: a page has a thousand rows, and the others are large. */
const selectFrom = (rows: SQL) => sql`${columns} from ${rows} join meters on meters.id = readings.meter_id
  left join users on users.id = readings.created_by_user_id`
const columns = sql.raw(`select
  readings.id::float8 as id, readings.meter_id::float8 as meter_id, meters.name as meter_name,
  meters.meter_unit_id::float8 as meter_unit_id, meters.meter_category_id::float8 as meter_category_id,
  meters.meter_group_id::float8 as meter_group_id, meters.inspection_id::float8 as inspection_id,
  meters.decimal_point, readings.value, readings.value_source, readings.is_abnormal,
  readings.confirmed_doubts, readings.source,
  readings.read_state, readings.read_value, readings.device_value, readings.ocr, readings.degree, readings.confidence, readings.reasons, readings.time_mark,
  case when readings.reasons && '{loop broken,loop short}' then (
    select measured from device_reports where device_reports.id = readings.report_id
  ) end as loop_current,
  readings.position, readings.registration, readings.advice, readings.picture_sha256, readings.result_sha256,
  readings.ai_boost_enabled, case when readings.ai_boost_enabled then exists (
    select from llm_usage_logs as asked
    where asked.reading_id = readings.id and asked.status = 'success' and asked.reason is null
  ) else false end as boosted, readings.wakeup_reason, users.username as created_by,
  ${['created_at', 'received_at', 'updated_at'].map((at) => `round(date_part('epoch', readings.${at}) * 1000) as ${at}`).join(', ')}`)
const selectReadings = selectFrom(sql`readings`)

const isOwn = (organizationId: number) =>
  and(eq(readings.organizationId, organizationId), isNull(readings.deletedAt))

export async function listReadings(
  tx: Tx,
  selection: Selection,
  page: Page,
  pageBounds: PageBounds,
): Promise<ReadingRow[]> {
  const query = pageSql(selection, page, pageBounds)
  const isUsual = preparedLimits.has(page.limit) && (pageBounds.skip === 0 || isOfOneIndex(selection))
  const isPrepared = isUsual && pageBounds.bounds === undefined && selection.search === null
  return isPrepared ? executePrepared<ReadingRow>(tx, query) : (await tx.execute<ReadingRow>(query)).rows
}

/** Limits of the console, plus one row; others must not use up prepared statements. */
const preparedLimits = new Set([1, 50, 100, 300, 500, 1000].map((limit) => limit + 1))

const isOfOneIndex = ({ meterIds }: Selection) => meterIds === null || meterIds.length === 1

/** Sorted by time, then id, so that pages never split equal rows. */
export function pageSql(selection: Selection, page: Page, { bounds, skip }: PageBounds): SQL {
  const { sort, limit, after } = page
  const order = (of: string) => sql.raw(`order by ${of}.created_at ${sort}, ${of}.id ${sort}`)
  const cut = sql`${skip === 0 ? undefined : sql`offset ${skip}`} limit ${sql.raw(String(limit))}`
  const beyond =
    after === null
      ? undefined
      : sql`(${readings.createdAt}, ${readings.id}) ${sql.raw(sort === 'desc' ? '<' : '>')}
            (${after.at.toISOString()}::timestamptz, ${after.id}::bigint)`
  const { meterIds } = selection
  if (meterIds === null || isOfOneIndex(selection)) {
    return sql`${selectReadings} where ${and(matchesSelection(selection, inAnyInterval), bounds, beyond)} ${order('readings')} ${cut}`
  }
  // By each meter’s index; the planner would scan the whole organization’s.
  const ofEach = and(
    sql`readings.meter_id = among.meter_id`,
    matchesSelection({ ...selection, meterIds: null }, inAnyInterval),
    bounds,
    beyond,
  )
  const searched = selection.search === null ? undefined : sql`join meters on meters.id = readings.meter_id`
  const rows = sql`(
    select each.* from ${among(meterIds)}, lateral (
      select readings.* from readings ${searched} where ${ofEach} ${order('readings')} limit ${sql.raw(String(skip + limit))}
    ) as each ${order('each')} ${cut}
  ) as readings`
  return sql`${selectFrom(rows)} ${order('readings')}`
}

const find = (tx: Tx, organizationId: number, which: SQL): Promise<ReadingRow[]> =>
  executePrepared<ReadingRow>(tx, sql`${selectReadings} where ${and(isOwn(organizationId), which)}`)

export const findReadings = (tx: Tx, organizationId: number, ids: readonly number[]) =>
  find(tx, organizationId, isOneOf(readings.id, ids))

export async function findReading(
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<ReadingRow | undefined> {
  const rows = await find(tx, organizationId, eq(readings.id, id))
  return rows[0]
}

export async function findByKey(
  tx: Tx,
  organizationId: number,
  key: string,
): Promise<ReadingRow | undefined> {
  const rows = await find(tx, organizationId, eq(readings.idempotencyKey, key))
  return rows[0]
}

/** Locked until the transaction ends; undefined for a deleted reading unless deleted ones are asked for. */
export async function lockReading(
  tx: Tx,
  organizationId: number,
  id: number,
  which: 'not deleted' | 'also deleted' = 'not deleted',
): Promise<ReadingRecord | undefined> {
  const rows = await tx
    .select()
    .from(readings)
    .where(
      and(
        eq(readings.organizationId, organizationId),
        eq(readings.id, id),
        which === 'not deleted' ? isNull(readings.deletedAt) : undefined,
      ),
    )
    .for('no key update')
  return rows[0]
}

/** The meter of a reading, which may be deleted. */
export async function findMeterOfReading(tx: Tx, organizationId: number, id: number): Promise<number | null> {
  const rows = await tx
    .select({ meterId: readings.meterId })
    .from(readings)
    .where(and(eq(readings.organizationId, organizationId), eq(readings.id, id)))
  return rows[0]?.meterId ?? null
}

export async function changeReading(
  tx: Tx,
  organizationId: number,
  id: number,
  fields: Partial<Omit<NewReading, 'id' | 'organizationId' | 'meterId'>>,
): Promise<void> {
  await tx
    .update(readings)
    .set(fields)
    .where(and(eq(readings.organizationId, organizationId), eq(readings.id, id)))
}

/** Says when a device measured a reading; its time needs no confirmation from then on. Calls may not update the column. */
export async function setMeasuredAt(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.execute(sql`select set_measured_at(${id}::bigint, ${at.toISOString()}::timestamptz)`)
}

/** Values are recorded with the unit and the decimals that the meter has at this time. */
export const addChange = (tx: Tx, meter: MeterRecord, change: NewChange): Promise<void> =>
  addChanges(tx, meter, [change])

type NewChange = Omit<typeof readingChanges.$inferInsert, 'organizationId'>

export async function addChanges(tx: Tx, meter: MeterRecord, changes: readonly NewChange[]): Promise<void> {
  const format = await valueFormatOf(tx, meter)
  const withFormat = (logged: Record<string, unknown>) =>
    'value' in logged ? { ...logged, value_format: format } : logged
  await tx.insert(readingChanges).values(
    changes.map((change) => ({
      ...change,
      organizationId: meter.organizationId,
      before: withFormat(change.before),
      after: withFormat(change.after),
    })),
  )
}

/** The last change of a reading's value; undefined: nobody has changed it. */
export async function findLastValueChange(tx: Tx, organizationId: number, readingId: number) {
  const [change] = await tx
    .select()
    .from(readingChanges)
    .where(
      and(
        eq(readingChanges.organizationId, organizationId),
        eq(readingChanges.readingId, readingId),
        sql`jsonb_exists(${readingChanges.after}, 'value')`,
      ),
    )
    .orderBy(desc(readingChanges.at), desc(readingChanges.id))
    .limit(1)
  return change
}

/** Finds the change that a phone sent under this key, and the key of its reading. */
export async function findChange(tx: Tx, organizationId: number, key: string) {
  const [change] = await tx
    .select({
      action: readingChanges.action,
      after: readingChanges.after,
      readingKey: readings.idempotencyKey,
    })
    .from(readingChanges)
    .innerJoin(readings, eq(readings.id, readingChanges.readingId))
    .where(and(eq(readingChanges.organizationId, organizationId), eq(readingChanges.idempotencyKey, key)))
  return change
}

/** Whether people moved a reading from this meter to another one. */
export async function wasOf(tx: Tx, organizationId: number, id: number, meterId: number): Promise<boolean> {
  const from = sql`${readingChanges.before} ->> 'meter_id' = ${String(meterId)}`
  const own = and(eq(readingChanges.organizationId, organizationId), eq(readingChanges.readingId, id))
  return (await tx.$count(readingChanges, and(own, from))) > 0
}

/** Null when the key is taken. Waits for a concurrent request with the same key. */
export async function insertReading(tx: Tx, reading: NewReading): Promise<number | null> {
  const rows = await tx
    .insert(readings)
    .values(reading)
    .onConflictDoNothing({
      target: [readings.organizationId, readings.idempotencyKey],
      where: isNotNull(readings.idempotencyKey),
    })
    .returning({ id: readings.id })
  return rows[0]?.id ?? null
}

/** Of new keys: a taken one is an error. */
export const insertReadings = (tx: Tx, rows: NewReading[]): Promise<{ id: number; createdAt: Date }[]> =>
  tx.insert(readings).values(rows).returning({ id: readings.id, createdAt: readings.createdAt })

/** Also of readings deleted since: their keys stay taken. */
const selectReceipts = (tx: Tx, which: SQL | undefined) =>
  tx
    .select({
      id: readings.id,
      meterId: readings.meterId,
      sha256: readings.pictureSha256,
      length: pictures.length,
      fingerprint: readings.fingerprint,
      idempotencyKey: readings.idempotencyKey,
      receivedAt: readings.receivedAt,
    })
    .from(readings)
    .leftJoin(
      pictures,
      and(eq(pictures.organizationId, readings.organizationId), eq(pictures.sha256, readings.pictureSha256)),
    )
    .where(which)

export type KeptReceipt = Awaited<ReturnType<typeof selectReceipts>>[number]

export async function findReceipt(tx: Tx, organizationId: number, key: string) {
  const [row] = await selectReceipts(
    tx,
    and(eq(readings.organizationId, organizationId), eq(readings.idempotencyKey, key)),
  )
  return row
}

export const findReceiptsOfReports = (tx: Tx, organizationId: number, reportIds: readonly number[]) =>
  selectReceipts(
    tx,
    and(eq(readings.organizationId, organizationId), isOneOf(readings.reportId, reportIds)),
  ).orderBy(asc(readings.id))
