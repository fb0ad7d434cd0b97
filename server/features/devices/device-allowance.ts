import { eq, sql } from 'drizzle-orm'
import { type DeviceType, deviceType } from '../../../contract/devices.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { organizations, plans } from '../../db/schema.ts'
import { countMobiles } from './repository.ts'

interface Allowance {
  allowDevices: boolean
  allowMobiles: boolean
  limitMobileCount: number | null
}

async function allowanceOf(tx: Tx, organizationId: number): Promise<Allowance> {
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
  return plan
}

/** Returns why a plan allows no further device of a type; null if it does. `mobiles`: phones that there are. */
function refusalOf(plan: Allowance, type: DeviceType, mobiles: number): string | null {
  const refused = (limit: string) => `ご契約のプランでは、${limit}。変更できるのはシステム管理者です`
  if (type !== deviceType.mobile)
    return plan.allowDevices
      ? null
      : refused('端末（カメラ・ルーター・アナログ入力）の登録は許可されていません（0台）')
  if (!plan.allowMobiles) return refused('モバイル端末の登録は許可されていません（0台）')
  return plan.limitMobileCount !== null && mobiles >= plan.limitMobileCount
    ? refused(`モバイル端末の上限は${plan.limitMobileCount}台です（登録済み${mobiles}台）`)
    : null
}

/**
 * Whether the organization’s plan allows one more device of a type. Those who add phones at the same time wait for one
 * another. Throws `plan_refused` with the limit, its number and who can change it.
 */
export async function assertDeviceAllowed(tx: Tx, organizationId: number, type: DeviceType): Promise<void> {
  const plan = await allowanceOf(tx, organizationId)
  if (type === deviceType.mobile && plan.limitMobileCount !== null)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mobiles', ${organizationId}))`)
  const message = refusalOf(plan, type, await countMobiles(tx, organizationId))
  if (message !== null) throw new Failure('plan_refused', { issues: [{ path: 'type', message }] })
}

/** Returns what says, for devices that are added one after another, why the plan does not allow one; null if it does. */
export async function deviceAllowance(
  tx: Tx,
  organizationId: number,
): Promise<(type: DeviceType) => string | null> {
  const plan = await allowanceOf(tx, organizationId)
  let mobiles = await countMobiles(tx, organizationId)
  return (type) => {
    const refusal = refusalOf(plan, type, mobiles)
    if (refusal === null && type === deviceType.mobile) mobiles++
    return refusal
  }
}
