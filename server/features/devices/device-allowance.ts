import { eq, sql } from 'drizzle-orm'
import { type DeviceType, deviceType } from '../../../contract/devices.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { organizations, plans } from '../../db/schema.ts'
import { countMobiles } from './repository.ts'

/**
 * Whether the organization’s plan allows one more device of a type. Those who add phones at the same time wait for one
 * another. Throws `plan_refused` with the limit, its number and who can change it.
 */
export async function assertDeviceAllowed(tx: Tx, organizationId: number, type: DeviceType): Promise<void> {
  const [plan] = await tx
    .select({
      allowDevices: plans.allowDevices,
      allowMobiles: plans.allowMobiles,
      limitMobileCount: plans.limitMobileCount,
    })
    .from(organizations)
    .innerJoin(plans, eq(plans.id, organizations.planId))
    .where(eq(organizations.id, organizationId))
  if (plan === undefined) throw new Error('an organization has no plan')
  if (type !== deviceType.mobile) {
    if (!plan.allowDevices)
      throw refuse('端末（カメラ・ルーター・アナログ入力）の登録は許可されていません（0台）')
    return
  }
  if (!plan.allowMobiles) throw refuse('モバイル端末の登録は許可されていません（0台）')
  if (plan.limitMobileCount === null) return
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mobiles', ${organizationId}))`)
  const mobiles = await countMobiles(tx, organizationId)
  if (mobiles >= plan.limitMobileCount) {
    throw refuse(`モバイル端末の上限は${plan.limitMobileCount}台です（登録済み${mobiles}台）`)
  }
}

const refuse = (limit: string) =>
  new Failure('plan_refused', {
    issues: [{ path: 'type', message: `ご契約のプランでは、${limit}。変更できるのはシステム管理者です` }],
  })
