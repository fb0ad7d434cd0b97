import { type Role, role } from '../../../contract/access.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import { isIpAllowed } from '../../ip-address.ts'
import {
  countLastingSystemAdmins,
  countOtherAdmins,
  findMember,
  findOrganizationState,
  findRole,
  type MemberRow,
  type MembershipFields,
} from './repository.ts'

/** What the caller is in the organization of the call, by the memberships of now. Throws `forbidden`. */
export async function currentRole(systemTx: Tx, session: Session): Promise<Role> {
  const { here, isSystem } = await findRole(systemTx, session.organizationId, session.userId)
  const current = session.role === role.system && isSystem ? role.system : here
  if (current === null) throw new Failure('forbidden')
  return current
}

/** The same, of a caller who manages members. Throws `forbidden`. */
export async function managingRole(systemTx: Tx, session: Session): Promise<Role> {
  const current = await currentRole(systemTx, session)
  if (current === role.general) throw new Failure('forbidden')
  return current
}

/** A member whom the caller may see and manage. Throws `not_found`. */
export async function managedMember(
  systemTx: Tx,
  { organizationId }: Session,
  userId: number,
  caller: Role,
): Promise<MemberRow> {
  const member = await findMember(systemTx, organizationId, userId)
  if (member === null || member.role > caller) throw new Failure('not_found')
  return member
}

export function assertGrantable(given: Role, caller: Role): void {
  if (given <= caller) return
  throw new Failure('forbidden', {
    issues: [{ path: 'role', message: '自分より上の権限は設定できません' }],
  })
}

/** Of somebody who ceases to be what `member` is. Call under `lockRoles`. Throws `last_admin`. */
export async function assertAdminRemains(
  systemTx: Tx,
  member: MemberRow,
  next: Role,
  now: Date,
): Promise<void> {
  const { organizationId, id } = member
  const isLast =
    (member.role >= role.admin &&
      next < role.admin &&
      (await countOtherAdmins(systemTx, organizationId, id)) === 0) ||
    (member.role === role.system &&
      next < role.system &&
      !(await systemAdminRemains(systemTx, { organizationId, userId: id }, now)))
  if (!isLast) return
  throw new Failure('last_admin', {
    issues: [{ path: 'role', message: '最後の管理者です。先に別の管理者を登録してください' }],
  })
}

/**
 * Whether a system administrator remains who can sign in for at least as long as this one or those of this
 * organization could.
 */
export async function systemAdminRemains(
  systemTx: Tx,
  except: { organizationId: number; userId?: number },
  now: Date,
): Promise<boolean> {
  const organization = await findOrganizationState(systemTx, except.organizationId)
  const end = organization !== null && isActive(organization, now) ? organization.expireAt : now
  return (await countLastingSystemAdmins(systemTx, except, end)) > 0
}

/** Nobody locks themselves out. */
export function assertStaysAllowed(
  session: Session,
  userId: number,
  whiteIps: MembershipFields['whiteIps'] | undefined,
  address: string,
): void {
  if (userId !== session.userId || whiteIps === undefined || isIpAllowed(whiteIps, address)) return
  throw new Failure('validation_failed', {
    issues: [
      {
        path: 'white_ips',
        message: '現在接続しているIPアドレスが含まれていないため、自分が利用できなくなります',
      },
    ],
  })
}

/** Its name and code; throws `organization_stopped`. */
export async function openOrganization(systemTx: Tx, { organizationId }: Session, now: Date) {
  const organization = await findOrganizationState(systemTx, organizationId)
  if (organization === null) throw new Failure('not_found')
  if (!isActive(organization, now)) throw new Failure('organization_stopped')
  return organization
}
