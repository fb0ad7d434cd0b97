import type * as z from 'zod/mini'
import { role } from '../../../contract/access.ts'
import type { Issue } from '../../../contract/calls/errors.ts'
import type { Endpoints } from '../../../contract/endpoints.ts'
import { organizationStatus } from '../../../contract/organizations.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import type { Deps } from '../../deps.ts'
import { parseLocalTime } from '../../time-zone.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { notifyOrganizationChange } from '../events/index.ts'
import { hashPassword, withHashingSlot } from '../sessions/index.ts'
import {
  currentRole,
  hasSystemAdmin,
  isTaken,
  lockNames,
  lockRoles,
  systemAdminRemains,
} from '../users/index.ts'
import {
  changeOrganization,
  findListed,
  findPlanName,
  insertMembers,
  insertOrganization,
  insertUser,
  type ListedRow,
  lockOrganization,
  type OrganizationFields,
  type OrganizationRow,
  takenOf,
} from './repository.ts'

type NewOrganization = z.output<Endpoints['createOrganization']['body']>
type Update = z.output<Endpoints['updateOrganization']['body']>

const refused = (...issues: Issue[]) => new Failure('validation_failed', { issues })

/** Hashes before a connection is taken. */
export function createOrganization(
  { database, clock }: Deps,
  session: Session,
  given: NewOrganization,
): Promise<ListedRow> {
  return withHashingSlot({ known: `user ${session.userId}` }, async () => {
    const passwordHash = await hashPassword(given.first_user_password)
    return database.asSystem(async (tx) => {
      await lockRoles(tx)
      // Hashing takes a while: a caller who was demoted in the meantime must not become a system administrator again.
      if ((await currentRole(tx, session)) !== role.system) throw new Failure('forbidden')
      const plan = await planNameOf(tx, given.plan_id)
      // What people type to sign in is the same in any case.
      const fields = { name: given.name, code: given.name.toLowerCase(), planId: given.plan_id }
      if (await takenOf(tx, fields.name, fields.code)) {
        throw refused({ path: 'name', message: '同じ名前の組織があります' })
      }
      const row = await insertOrganization(tx, fields)
      const { first_user_name: username, first_user_email: email } = given
      await lockNames(tx)
      const isFree = !(await isTaken(tx, [username, email], clock()))
      const firstUserId = isFree ? await insertUser(tx, { username, email, passwordHash }) : null
      if (firstUserId === null) {
        const message = '既に使用されているユーザー名またはメールアドレスです'
        throw refused({ path: 'first_user_name', message }, { path: 'first_user_email', message })
      }
      await insertMembers(tx, row.id, { firstUserId, creatorId: session.userId })
      const entry = { action: 'create', before: {}, at: clock(), organizationId: row.id } as const
      await recordAudit(tx, session, {
        ...entry,
        noun: 'organization',
        subjectId: row.id,
        subjectName: row.name,
        after: { name: fields.name, code: fields.code, plan },
      })
      await recordAudit(tx, session, {
        ...entry,
        noun: 'user',
        subjectId: firstUserId,
        subjectName: username,
        after: { email, role: 1 },
      })
      return written(tx, row.id)
    })
  })
}

export async function updateOrganization(
  session: Session,
  tx: Tx,
  id: number,
  sent: Update,
  at: Date,
): Promise<ListedRow> {
  await lockRoles(tx)
  const before = await lockOrganization(tx, id)
  if (before === undefined) throw new Failure('not_found')
  const plan = await planNameOf(tx, sent.plan_id)
  const fields = fieldsOf(before, sent)
  if (before.protected) assertOnlyProtection(before, fields)
  if (id === session.organizationId && !isActive(fields, at)) {
    const path = fields.status === before.status ? 'expire_at' : 'status'
    throw refused({ path, message: 'ログイン中の組織は停止できません' })
  }
  if (
    isShortened(before, fields) &&
    (await hasSystemAdmin(tx, id)) &&
    !(await systemAdminRemains(tx, { organizationId: id }, at))
  ) {
    const path = fields.status === before.status ? 'expire_at' : 'status'
    throw refused({
      path,
      message:
        '変更すると、同じ期間利用できる組織にシステム管理者がいなくなります。先に別の組織にシステム管理者を登録してください',
    })
  }
  const planBefore = await findPlanName(tx, before.planId)
  await changeOrganization(tx, id, fields, at)
  await notifyOrganizationChange(tx, id)
  // People read the plan’s name; its number says nothing.
  const { planId: _, ...others } = fields
  await recordAudit(tx, session, {
    noun: 'organization',
    subjectId: id,
    subjectName: before.name,
    action: 'update',
    ...changedFields({ ...before, plan: planBefore }, { ...others, plan }),
    at,
    organizationId: id,
  })
  return written(tx, id)
}

function fieldsOf(before: OrganizationRow, sent: Update): OrganizationFields {
  const { expire_at: expiry, image_keep_duration: days } = sent
  const expireAt = typeof expiry === 'string' ? parseLocalTime(before.timeZone, expiry) : expiry
  if (typeof expiry === 'string' && expireAt === null) {
    throw refused({ path: 'expire_at', message: '日時を正しく入力してください' })
  }
  return {
    planId: sent.plan_id,
    status: sent.status,
    expireAt: expireAt === undefined ? before.expireAt : expireAt,
    useAiBoost: sent.use_ai_boost ?? before.useAiBoost,
    imageKeepDuration: days === undefined ? before.imageKeepDuration : days,
    demoEnabled: sent.demo_enabled ?? before.demoEnabled,
    protected: sent.protected ?? before.protected,
  }
}

/** Whether the organization can be used for a shorter time than before. */
function isShortened(before: OrganizationRow, after: OrganizationFields): boolean {
  if (before.status === organizationStatus.active && after.status !== organizationStatus.active) return true
  if (after.expireAt === null) return false
  return before.expireAt === null || after.expireAt < before.expireAt
}

const wireNames = {
  planId: 'plan_id',
  status: 'status',
  expireAt: 'expire_at',
  useAiBoost: 'use_ai_boost',
  imageKeepDuration: 'image_keep_duration',
  demoEnabled: 'demo_enabled',
} as const satisfies Partial<Record<keyof OrganizationFields, string>>

/** To change the rest, the protection is taken off first. */
function assertOnlyProtection(before: OrganizationRow, fields: OrganizationFields): void {
  const { after } = changedFields<OrganizationFields>(before, fields)
  const issues = Object.entries(wireNames)
    .filter(([name]) => name in after)
    .map(([, path]) => ({ path, message: '保護中の組織では変更できません' }))
  if (issues.length > 0) throw refused(...issues)
}

async function planNameOf(tx: Tx, planId: number): Promise<string> {
  const name = await findPlanName(tx, planId)
  if (name !== undefined) return name
  const issues = [{ path: 'plan_id', message: '存在しない項目が指定されています' }]
  throw new Failure('reference_unknown', { issues })
}

async function written(tx: Tx, id: number): Promise<ListedRow> {
  const row = await findListed(tx, id)
  if (row === undefined) throw new Error('an organization was not written')
  return row
}
