import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { keyType } from '../../../contract/access.ts'
import { expiryWarningDays } from '../../../contract/keys.ts'
import { organizationStatus } from '../../../contract/organizations.ts'
import type { Tx } from '../../db/client.ts'
import { apiKeys, devices, memberships, organizations } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { findMailedAdmins, isMailedAdmin } from '../push/index.ts'
import { expiryMail } from './expiry-mail.ts'

type Parts = Pick<Deps, 'database' | 'jobs' | 'clock' | 'env' | 'log'>

/** Keys per run. */
const batchSize = 500
const day = 86_400_000

/**
 * Each hour: mails the administrators about keys of type Device that expire within 30 days. A key is mailed once, and
 * again only after its expiry was changed. While nobody wants the mail, the key stays pending.
 */
export async function announceExpiries(parts: Parts): Promise<void> {
  const { database, clock, log } = parts
  const now = clock()
  const pending = await database.asSystem((tx) => findPending(tx, now), 'read only')
  for (const keyId of pending) {
    try {
      await database.asSystem((tx) => announce(parts, tx, keyId, now))
    } catch (error) {
      log.error({ err: error, keyId }, 'failed to announce the expiry of a key, will retry in an hour')
    }
  }
}

/** Devices cannot use Common keys. A deleted device or a stopped organization uses none. */
const isPending = (now: Date) =>
  and(
    eq(apiKeys.type, keyType.device),
    isNull(apiKeys.deletedAt),
    gt(apiKeys.expireAt, now),
    lte(apiKeys.expireAt, new Date(now.getTime() + expiryWarningDays * day)),
    sql`${apiKeys.announcedExpiry} is distinct from ${apiKeys.expireAt}`,
    sql`exists (select from ${memberships}
      where ${memberships.organizationId} = ${apiKeys.organizationId} and ${isMailedAdmin})`,
    isNull(devices.deletedAt),
    eq(organizations.status, organizationStatus.active),
    or(isNull(organizations.expireAt), gt(organizations.expireAt, now)),
  )

/** The first of each organization, then the second of each, and so on. */
async function findPending(systemTx: Tx, now: Date): Promise<number[]> {
  const { id, organizationId } = apiKeys
  const rows = await systemTx
    .select({ id })
    .from(apiKeys)
    .leftJoin(devices, eq(devices.id, apiKeys.deviceId))
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .where(isPending(now))
    .orderBy(sql`row_number() over (partition by ${organizationId} order by ${id})`, asc(id))
    .limit(batchSize)
  return rows.map((row) => row.id)
}

/** Mails one key and stores that it was mailed, as the owner because calls may not store that. */
async function announce({ jobs, env }: Parts, systemTx: Tx, keyId: number, now: Date): Promise<void> {
  // Another server may have been faster, or the key was changed in the meantime.
  const [key] = await systemTx
    .select({
      name: apiKeys.name,
      expireAt: apiKeys.expireAt,
      organizationId: apiKeys.organizationId,
      device: { id: devices.id, name: devices.name },
      timeZone: organizations.timeZone,
    })
    .from(apiKeys)
    .leftJoin(devices, eq(devices.id, apiKeys.deviceId))
    .innerJoin(organizations, eq(organizations.id, apiKeys.organizationId))
    .where(and(eq(apiKeys.id, keyId), isPending(now)))
    .for('update', { of: apiKeys })
  if (key === undefined || key.expireAt === null) return
  const { expireAt } = key
  await systemTx.update(apiKeys).set({ announcedExpiry: expireAt }).where(eq(apiKeys.id, keyId))
  for (const admin of await findMailedAdmins(systemTx, key.organizationId)) {
    await jobs.enqueue(systemTx, 'send-mail', [
      expiryMail({ ...key, expireAt }, admin, { now, publicUrl: env.PUBLIC_URL }),
    ])
  }
}
