import { freeAboveMax, isFreeWithinMax, type Plan, planType } from '../../../contract/plans.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { plans } from '../../db/schema.ts'
import { assertMasterNameIsUnique } from '../../unique-name.ts'
import { recordedRows } from '../audit/index.ts'
import type { PlanFields, PlanRow } from './repository.ts'

type Sent = Omit<Plan, 'id'>

const rows = recordedRows(plans, 'plan')

export async function createPlan(session: Session, tx: Tx, sent: Sent, at: Date): Promise<PlanRow> {
  await assertValidPlan(tx, sent, null)
  return rows.create(session, tx, fieldsOf(sent), at)
}

export async function updatePlan(
  session: Session,
  tx: Tx,
  id: number,
  sent: Sent,
  at: Date,
): Promise<PlanRow> {
  await assertValidPlan(tx, sent, id)
  const before = await rows.lock(session, tx, id)
  return rows.update(session, tx, before, fieldsOf(sent), at)
}

const limits = ['ai_api_max_count', 'ai_api_free_count', 'limit_mobile_count'] as const

/** The limits are required, except of type Unlimited, and the free calls must fit into the maximum. */
async function assertValidPlan(tx: Tx, sent: Sent, except: number | null): Promise<void> {
  const missing = sent.type === planType.unlimited ? [] : limits.filter((name) => sent[name] === null)
  if (missing.length > 0) {
    const issues = missing.map((path) => ({ path, message: '上限を入力してください' }))
    throw new Failure('validation_failed', { issues })
  }
  if (!isFreeWithinMax(sent.ai_api_max_count, sent.ai_api_free_count)) {
    const issues = [{ path: 'ai_api_free_count', message: freeAboveMax }]
    throw new Failure('validation_failed', { issues })
  }
  const message = '同じ名前のプランがあります'
  await assertMasterNameIsUnique(tx, plans, { name: sent.name, except, message })
}

const fieldsOf = (sent: Sent): PlanFields => ({
  name: sent.name,
  type: sent.type,
  aiApiMaxCount: sent.ai_api_max_count,
  aiApiFreeCount: sent.ai_api_free_count,
  limitMobileCount: sent.limit_mobile_count,
  allowDevices: sent.allow_devices,
  allowApps: sent.allow_apps,
  allowApis: sent.allow_apis,
  allowMobiles: sent.allow_mobiles,
})
