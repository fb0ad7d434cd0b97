import { and, asc, count, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { keyType, type Role, role } from '../../../contract/access.ts'
import { accessLogDays, type KeyCreations } from '../../../contract/keys.ts'
import type { Tx } from '../../db/client.ts'
import { accessLogs, apiKeys, memberships, meters, organizations, plans, users } from '../../db/schema.ts'
import { isBehind, newestFirst } from '../../newest-first.ts'

export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number]
export type NewKey = typeof apiKeys.$inferInsert

export interface KeyCaller {
  id: number
  secretKey: string
  type: 0 | 1
  deviceId: number | null
  expireAt: Date | null
  whiteIps: string[] | null
  /** The addresses of the user’s membership. */
  userWhiteIps: string[] | null
  /** The member that a Common key acts as. */
  userId: number | null
  username: string | null
  role: Role | null
  organizationId: number
  status: number
  organizationExpireAt: Date | null
  timeZone: string
  allowDevices: boolean
  allowApis: boolean
}

/**
 * The key with its organization, or null if it is unknown, withdrawn, or a Common key whose user is no longer a member.
 * Crosses organizations: takes a system transaction.
 */
export async function findKeyCaller(systemTx: Tx, accessKey: string): Promise<KeyCaller | null> {
  const [row] = await systemTx
    .select({
      id: apiKeys.id,
      secretKey: apiKeys.secretKey,
      type: apiKeys.type,
      deviceId: apiKeys.deviceId,
      expireAt: apiKeys.expireAt,
      whiteIps: apiKeys.whiteIps,
      userWhiteIps: memberships.whiteIps,
      userId: users.id,
      username: users.username,
      role: memberships.role,
      organizationId: organizations.id,
      status: organizations.status,
      organizationExpireAt: organizations.expireAt,
      timeZone: organizations.timeZone,
      allowDevices: plans.allowDevices,
      allowApis: plans.allowApis,
    })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.organizationId))
    .innerJoin(plans, eq(plans.id, organizations.planId))
    .leftJoin(
      memberships,
      and(eq(memberships.userId, apiKeys.userId), eq(memberships.organizationId, organizations.id)),
    )
    .leftJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(apiKeys.accessKey, accessKey), isNull(apiKeys.deletedAt)))
  return row === undefined || (row.type === keyType.common && row.role === null) ? null : row
}

/** Counts a call of this local day; false: the day’s number is used up. Parallel calls wait for one another. */
export async function countCall(systemTx: Tx, id: number, today: string): Promise<boolean> {
  const counted = sql`case when ${apiKeys.countedOn} = ${today} then ${apiKeys.dailyCount} else 0 end`
  const rows = await systemTx
    .update(apiKeys)
    .set({ dailyCount: sql`${counted} + 1`, countedOn: today })
    .where(and(eq(apiKeys.id, id), sql`coalesce(${counted} < ${apiKeys.maxCount}, true)`))
    .returning({ id: apiKeys.id })
  return rows.length === 1
}

export async function addAccessLog(systemTx: Tx, row: typeof accessLogs.$inferInsert): Promise<number> {
  const [added] = await systemTx.insert(accessLogs).values(row).returning({ id: accessLogs.id })
  if (added === undefined) throw new Error('an access was not logged')
  return added.id
}

export async function setLogMessage(systemTx: Tx, id: number, text: string): Promise<void> {
  await systemTx.update(accessLogs).set({ messages: text }).where(eq(accessLogs.id, id))
}

/** Those that are kept no longer. Returns how many. */
export async function purgeAccessLogs(systemTx: Tx, now: Date): Promise<number> {
  const before = new Date(now.getTime() - accessLogDays * 86_400_000)
  const deleted = await systemTx.delete(accessLogs).where(lt(accessLogs.createdAt, before))
  return deleted.rowCount ?? 0
}

/** The keys of API管理; the own keys of devices are managed in the devices' detail. */
const isOwn = (organizationId: number) =>
  and(eq(apiKeys.organizationId, organizationId), isNull(apiKeys.deletedAt), isNull(apiKeys.deviceId))

const selectKeys = (tx: Tx) =>
  tx
    .select({ key: apiKeys, username: users.username })
    .from(apiKeys)
    // The person of a Device key may have left the organization.
    .leftJoin(users, eq(users.id, apiKeys.userId))

export const listKeys = (tx: Tx, organizationId: number) =>
  selectKeys(tx).where(isOwn(organizationId)).orderBy(asc(apiKeys.name), asc(apiKeys.id))

export async function findKey(tx: Tx, organizationId: number, id: number): Promise<KeyRow | undefined> {
  const rows = await selectKeys(tx).where(and(isOwn(organizationId), eq(apiKeys.id, id)))
  return rows[0]
}

/** Until the end of the transaction, so that changes of one key follow one another. */
export async function lockKey(tx: Tx, organizationId: number, id: number): Promise<void> {
  await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(isOwn(organizationId), eq(apiKeys.id, id)))
    .for('update')
}

/** Valid keys that speak for all devices of the organization, newest first. */
export const listSharedDeviceKeys = (tx: Tx, organizationId: number, now: Date) =>
  tx
    .select()
    .from(apiKeys)
    .where(and(isOwn(organizationId), eq(apiKeys.type, keyType.device), gt(apiKeys.expireAt, now)))
    .orderBy(...newestFirst(apiKeys))

export async function findKeyOfDevice(tx: Tx, organizationId: number, deviceId: number) {
  const [row] = await tx
    .select()
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.organizationId, organizationId),
        eq(apiKeys.deviceId, deviceId),
        isNull(apiKeys.deletedAt),
      ),
    )
  return row
}

/** Returns the withdrawn key, or undefined if the device has none. */
export async function withdrawKeyOfDevice(tx: Tx, organizationId: number, deviceId: number, deletedAt: Date) {
  const [row] = await tx
    .update(apiKeys)
    .set({ deletedAt })
    .where(
      and(
        eq(apiKeys.organizationId, organizationId),
        eq(apiKeys.deviceId, deviceId),
        isNull(apiKeys.deletedAt),
      ),
    )
    .returning()
  return row
}

export async function insertKey(tx: Tx, row: NewKey): Promise<number> {
  const [added] = await tx.insert(apiKeys).values(row).returning({ id: apiKeys.id })
  if (added === undefined) throw new Error('a key was not inserted')
  return added.id
}

export async function changeKey(
  tx: Tx,
  organizationId: number,
  id: number,
  changes: Partial<Omit<NewKey, 'organizationId'>>,
): Promise<boolean> {
  const changed = await tx
    .update(apiKeys)
    .set(changes)
    .where(and(isOwn(organizationId), eq(apiKeys.id, id)))
  return changed.rowCount === 1
}

/** Whether a key may act as this user: a member, and no system administrator. */
export async function isKeyUser(tx: Tx, organizationId: number, userId: number): Promise<boolean> {
  const [row] = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)))
  return row !== undefined && row.role !== role.system
}

/** Whether the organization has or had this key. */
export async function hasKey(tx: Tx, organizationId: number, id: number): Promise<boolean> {
  const found = and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id))
  return (await tx.$count(apiKeys, found)) === 1
}

/**
 * What exists of what was created with a key, according to the audit log: keys, directly or with a key that it created,
 * and users whom the viewer may see.
 */
export async function findCreations(
  tx: Tx,
  organizationId: number,
  id: number,
  viewer: Role,
): Promise<KeyCreations> {
  const created = (noun: string) =>
    sql`organization_id = ${organizationId} and noun = ${noun} and action = 'create'`
  const chain = sql`with recursive chain (id) as (
    select ${id}::bigint
    union
    select audit_entries.subject_id from audit_entries join chain on audit_entries.key_id = chain.id
    where ${created('key')}
  )`
  const keys = await tx.execute<{ id: number; name: string }>(sql`${chain}
    select id::int, name from api_keys
    where id in (select id from chain) and id <> ${id}
      and organization_id = ${organizationId} and deleted_at is null
    order by name, id`)
  const found = await tx.execute<{ id: number; username: string; role: Role }>(sql`${chain}
    select users.id::int, users.username, memberships.role from memberships
      join users on users.id = memberships.user_id
    where memberships.organization_id = ${organizationId} and memberships.role <= ${viewer}
      and users.id in (
        select subject_id from audit_entries where key_id in (select id from chain) and ${created('user')}
      )
    order by users.username, users.id`)
  return { keys: keys.rows, users: found.rows }
}

export async function areOwnMeters(tx: Tx, organizationId: number, ids: readonly number[]): Promise<boolean> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return true
  const own = and(eq(meters.organizationId, organizationId), inArray(meters.id, distinct))
  return (await tx.$count(meters, own)) === distinct.length
}

export const accessLogsOf = (
  tx: Tx,
  organizationId: number,
  page: { skip: number; limit: number; after: { at: Date; id: number } | null },
) =>
  tx
    .select({ log: accessLogs, name: apiKeys.name, username: users.username })
    .from(accessLogs)
    .leftJoin(apiKeys, eq(apiKeys.id, accessLogs.keyId))
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(accessLogs.organizationId, organizationId), isBehind(accessLogs, page.after)))
    .orderBy(...newestFirst(accessLogs))
    .offset(page.skip)
    .limit(page.limit)

export async function countAccessLogs(tx: Tx, organizationId: number): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(accessLogs)
    .where(eq(accessLogs.organizationId, organizationId))
  return row?.n ?? 0
}

/**
 * Withdraws the Common keys of a member who leaves the organization, because they act as that person. Device keys stay:
 * devices keep reporting. Takes a system transaction.
 */
export const withdrawKeysOf = (systemTx: Tx, organizationId: number, userId: number, deletedAt: Date) =>
  systemTx
    .update(apiKeys)
    .set({ deletedAt })
    .where(and(isOwn(organizationId), eq(apiKeys.userId, userId), eq(apiKeys.type, keyType.common)))
    .returning({ id: apiKeys.id, name: apiKeys.name })
