import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { AllocationMethod } from '../../../contract/usage/allocationMethods.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { constraintOf } from '../../db/constraint-of.ts'
import type { MeterRecord } from '../../db/meter-lock.ts'
import {
  categories,
  devices,
  meterAllocations,
  meterChanges,
  meterRates,
  meters,
  organizations,
  rejudgements,
  roundMarks,
  units,
  users,
} from '../../db/schema.ts'
import { type RecentReading, recentReadings } from '../readings/index.ts'
import { latestReplacement } from '../replacements/index.ts'

export type MeterFields = Omit<MeterRecord, 'id' | 'organizationId' | 'createdAt' | 'updatedAt'>
export type NewMeter = Partial<MeterFields> & Pick<MeterFields, 'name' | 'meterUnitId' | 'meterCategoryId'>

export type MeterRow = Awaited<ReturnType<typeof listMeters>>[number]

/** Of the rule that applies in this month of the organization's zone. */
const allocationMethod = sql<AllocationMethod>`coalesce((
  select ${meterAllocations.method} from ${meterAllocations}
  where ${meterAllocations.meterId} = ${meters.id} and ${meterAllocations.fromMonth} <= to_char(now() at time zone (
    select ${organizations.timeZone} from ${organizations} where ${organizations.id} = ${meters.organizationId}), 'YYYY-MM')
  order by ${meterAllocations.fromMonth} desc limit 1), 'none')`

/** Meters with device and latest readings, in one query. */
function select(tx: Tx) {
  const each = recentReadings(tx, meters).as('each')
  const recent = tx
    .select({ list: sql<RecentReading[]>`coalesce(json_agg(to_json("each")), '[]')`.as('list') })
    .from(each)
    .as('recent')
  const replacement = latestReplacement(tx).as('replacement')
  return tx
    .select({
      meter: meters,
      categoryType: categories.type,
      unit: units.name,
      device: { id: devices.id, name: devices.name, type: devices.type, status: devices.status },
      rejudging: { total: rejudgements.total, done: rejudgements.done },
      recent: recent.list,
      replacement: {
        id: replacement.id,
        meter_id: replacement.meter_id,
        at: replacement.at,
        old_end_value: replacement.old_end_value,
        new_start_value: replacement.new_start_value,
        note: replacement.note,
        user_id: replacement.user_id,
        username: replacement.username,
        created_at: replacement.created_at,
      },
      allocationMethod,
      rate: { usual: meterRates.usual, greatest: meterRates.greatest, days: meterRates.days },
    })
    .from(meters)
    .innerJoin(categories, eq(categories.id, meters.meterCategoryId))
    .innerJoin(units, eq(units.id, meters.meterUnitId))
    .leftJoin(devices, and(eq(devices.id, meters.deviceId), isNull(devices.deletedAt)))
    .leftJoin(rejudgements, eq(rejudgements.meterId, meters.id))
    .leftJoin(meterRates, eq(meterRates.meterId, meters.id))
    .leftJoinLateral(replacement, sql`true`)
    .crossJoinLateral(recent)
}

export const listMeters = (tx: Tx, organizationId: number) =>
  select(tx).where(eq(meters.organizationId, organizationId)).orderBy(asc(meters.name), asc(meters.id))

export async function findMeter(tx: Tx, organizationId: number, id: number): Promise<MeterRow | undefined> {
  const rows = await select(tx).where(and(eq(meters.organizationId, organizationId), eq(meters.id, id)))
  return rows[0]
}

export async function insertMeter(
  tx: Tx,
  organizationId: number,
  fields: NewMeter,
  at: Date,
): Promise<number> {
  const rows = await explained(
    tx
      .insert(meters)
      .values({ ...fields, organizationId, createdAt: at, updatedAt: at })
      .returning({ id: meters.id }),
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a meter was not inserted')
  if (fields.inspectionId != null) await markRounds(tx, organizationId, id, at)
  return id
}

export async function changeMeter(
  tx: Tx,
  organizationId: number,
  id: number,
  fields: Partial<MeterFields>,
  at: Date,
): Promise<void> {
  await explained(
    tx
      .update(meters)
      .set({ ...fields, updatedAt: at })
      .where(and(eq(meters.organizationId, organizationId), eq(meters.id, id))),
  )
  if ('inspectionId' in fields || 'deviceId' in fields) await markRounds(tx, organizationId, id, at)
}

/** Only the database sees what another call writes at the same time: an equal code, or the rest of a cycle of parents. */
async function explained<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'meters_code') {
      const message = 'この管理番号は別のメーターで使用しています'
      throw new Failure('code_taken', { issues: [{ path: 'code', message }] })
    }
    if (constraint === 'meters_parent_cycle') {
      const message = 'このメーター自身か、その下のメーターは親メーターにできません'
      throw new Failure('validation_failed', { issues: [{ path: 'parent_meter_id', message }] })
    }
    throw error
  }
}

/** A round that was done may have one meter more. */
const markRounds = (tx: Tx, organizationId: number, meterId: number, at: Date) =>
  tx.insert(roundMarks).values({ organizationId, meterId, at })

/** The user who changed the meter last, or null if nobody did or the user has left the organization. */
export async function findLastEditor(tx: Tx, organizationId: number, meterId: number) {
  const [row] = await tx
    .select({ id: users.id, username: users.username })
    .from(meterChanges)
    .leftJoin(users, eq(users.id, meterChanges.userId))
    .where(and(eq(meterChanges.organizationId, organizationId), eq(meterChanges.meterId, meterId)))
    .orderBy(desc(meterChanges.at), desc(meterChanges.id))
    .limit(1)
  const { id = null, username = null } = row ?? {}
  return id === null || username === null ? null : { id, username }
}
