import { freeAboveMax, isFreeWithinMax, type Plan, planType } from '../../../contract/plans.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import {
  changePlan,
  findPlanByName,
  insertPlan,
  lockPlan,
  type PlanFields,
  type PlanRow,
} from './repository.ts'

type Sent = Omit<Plan, 'id'>

export async function createPlan(session: Session, tx: Tx, sent: Sent, at: Date): Promise<PlanRow> {
  await assertValidPlan(tx, sent, null)
  const fields = fieldsOf(sent)
  const row = await insertPlan(tx, fields)
  await record(session, tx, row, at, { action: 'create', before: {}, after: fields })
  return row
}

export async function updatePlan(
  session: Session,
  tx: Tx,
  id: number,
  sent: Sent,
  at: Date,
): Promise<PlanRow> {
  await assertValidPlan(tx, sent, id)
  const before = await lockPlan(tx, id)
  if (before === undefined) throw new Failure('not_found')
  const fields = fieldsOf(sent)
  const row = await changePlan(tx, id, fields, at)
  await record(session, tx, row, at, { action: 'update', ...changedFields<PlanFields>(before, fields) })
  return row
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
  const other = await findPlanByName(tx, sent.name)
  if (other === undefined || other.id === except) return
  const message = '同じ名前のプランがあります'
  throw new Failure('validation_failed', { issues: [{ path: 'name', message }] })
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

const record = (
  session: Session,
  tx: Tx,
  { id, name }: PlanRow,
  at: Date,
  change: Pick<Parameters<typeof recordAudit>[2], 'action' | 'before' | 'after'>,
) =>
  recordAudit(tx, session, {
    noun: 'plan',
    subjectId: id,
    subjectName: name,
    ...change,
    at,
    organizationId: null,
  })
