import { and, eq, isNull } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { CategoryType } from '../../../contract/categories.ts'
import type { MeterUpdate } from '../../../contract/meters.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { MeterRecord } from '../../db/meter-lock.ts'
import {
  categories,
  costBearers,
  devices,
  groups,
  inspections,
  meters,
  organizations,
  units,
} from '../../db/schema.ts'

const unknown = (path: string) =>
  new Failure('reference_unknown', { issues: [{ path, message: '存在しない項目が指定されています' }] })

/** What a meter has already: it keeps a device that was deleted since, and masters that were disabled. */
type Kept = Pick<MeterRecord, 'deviceId' | 'meterUnitId' | 'meterCategoryId' | 'costBearerId'>

/** Referenced rows must exist, belong to the organization, and be open to it, except those that are kept. */
export async function assertLinkedRows(
  tx: Tx,
  organizationId: number,
  sent: MeterUpdate,
  kept: Kept | null = null,
): Promise<void> {
  const own = async (
    field: 'device_id' | 'meter_group_id' | 'inspection_id' | 'cost_bearer_id' | 'parent_meter_id',
    table: PgTable & { id: PgColumn; organizationId: PgColumn; deletedAt?: PgColumn },
  ) => {
    const id = sent[field]
    if (id === undefined || id === null) return
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          eq(table.id, id),
          eq(table.organizationId, organizationId),
          table.deletedAt === undefined ? undefined : isNull(table.deletedAt),
        ),
      )
    if (rows.length === 0) throw unknown(field)
  }
  if (sent.device_id !== (kept?.deviceId ?? null)) await own('device_id', devices)
  await own('meter_group_id', groups)
  await own('inspection_id', inspections)
  await own('cost_bearer_id', costBearers)
  await own('parent_meter_id', meters)
  const offered = async (
    field: 'meter_unit_id' | 'meter_category_id' | 'cost_bearer_id',
    table: typeof units | typeof categories | typeof costBearers,
    keptId: number | null | undefined,
  ) => {
    const id = sent[field]
    if (id === undefined || id === null || id === keptId) return
    const [row] = await tx.select({ status: table.status }).from(table).where(eq(table.id, id))
    if (row === undefined) throw unknown(field)
    if (row.status === 0) return
    throw new Failure('validation_failed', {
      issues: [{ path: field, message: '無効になっているため選択できません' }],
    })
  }
  await offered('meter_unit_id', units, kept?.meterUnitId)
  await offered('meter_category_id', categories, kept?.meterCategoryId)
  await offered('cost_bearer_id', costBearers, kept?.costBearerId)
  if (sent.use_ai_boost === true) {
    const rows = await tx
      .select({ useAiBoost: organizations.useAiBoost })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
    if (rows[0]?.useAiBoost !== true) {
      throw new Failure('validation_failed', {
        issues: [{ path: 'use_ai_boost', message: 'この組織ではAIブーストを利用できません' }],
      })
    }
  }
}

export async function categoryTypeOf(tx: Tx, categoryId: number): Promise<CategoryType> {
  const rows = await tx
    .select({ type: categories.type })
    .from(categories)
    .where(eq(categories.id, categoryId))
  const category = rows[0]
  if (category === undefined) throw unknown('meter_category_id')
  return category.type
}
