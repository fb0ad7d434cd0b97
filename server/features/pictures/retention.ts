import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { backupLock } from '../../db/backup-lock.ts'
import type { Tx } from '../../db/client.ts'
import { alerts, maps, meters, organizations, pictures, readings } from '../../db/schema.ts'
import { isUnconfirmed } from '../../db/unconfirmed-reading.ts'
import type { Deps } from '../../deps.ts'
import { derivedPicture, MissingPictureError } from './derived.ts'

type Parts = Pick<Deps, 'database' | 'storage' | 'workers' | 'log'>

const day = 86_400_000
const batch = 100
const atOnce = 4
/** Milliseconds of one job; the next hour's goes on. */
const timeLimit = 900_000

interface Due {
  organizationId: number
  sha256: string
  createdAt: string
}

/**
 * Removes originals of pictures that are older than their organization keeps them, once their thumbnails exist. Rows
 * and values stay; so do pictures that an open alert, a reading that nobody confirmed, a meter or a map needs.
 */
export async function removeOldOriginals(parts: Parts, now: Date): Promise<void> {
  const { database, log } = parts
  const until = performance.now() + timeLimit
  const keeping = await database.asSystem(
    (tx) =>
      tx
        .select({ id: organizations.id, days: organizations.imageKeepDuration })
        .from(organizations)
        .where(isNotNull(organizations.imageKeepDuration)),
    'read only',
  )
  for (const { id: organizationId, days } of keeping) {
    const before = new Date(now.getTime() - Number(days) * day)
    let removed = 0
    let after: Due | undefined
    do {
      const due = await database.asSystem((tx) => findDue(tx, organizationId, before, after), 'read only')
      after = due.at(-1)
      for (let from = 0; from < due.length; from += atOnce) {
        const some = due.slice(from, from + atOnce)
        const outcomes = await Promise.all(some.map((one) => removeOriginal(parts, one, now)))
        removed += outcomes.filter(Boolean).length
      }
    } while (after !== undefined && performance.now() < until)
    log.info({ organization: organizationId, pictures: removed }, 'old originals of pictures removed')
  }
}

async function findDue(tx: Tx, organizationId: number, before: Date, after?: Due): Promise<Due[]> {
  return tx
    .select({
      organizationId: pictures.organizationId,
      sha256: pictures.sha256,
      createdAt: sql<string>`${pictures.createdAt}::text`,
    })
    .from(pictures)
    .where(
      and(
        eq(pictures.organizationId, organizationId),
        isNull(pictures.originalDeletedAt),
        sql`${pictures.createdAt} < ${before.toISOString()}::timestamptz`,
        after &&
          sql`(${pictures.createdAt}, ${pictures.sha256}) > (${after.createdAt}::timestamptz, ${after.sha256})`,
        sql`not ${isNeeded}`,
      ),
    )
    .orderBy(pictures.createdAt, pictures.sha256)
    .limit(batch)
}

const ofPicture = (column: typeof meters.pictureSha256 | typeof maps.pictureSha256) =>
  sql`${column} = ${pictures.sha256}`

const isNeeded = sql`(
  exists (select from ${meters} where ${meters.organizationId} = ${pictures.organizationId}
    and ${ofPicture(meters.pictureSha256)})
  or exists (select from ${maps} where ${maps.organizationId} = ${pictures.organizationId}
    and ${ofPicture(maps.pictureSha256)})
  or exists (select from ${readings} where ${readings.organizationId} = ${pictures.organizationId}
    and ${pictures.sha256} in (${readings.pictureSha256}, ${readings.resultSha256})
    and ${readings.deletedAt} is null
    and (${isUnconfirmed} or exists (select from ${alerts} where ${alerts.meterId} = ${readings.meterId}
      and ${alerts.isAlerted} and ${readings.createdAt} between ${alerts.createdAt} and ${alerts.latestAt}))))`

async function removeOriginal(parts: Parts, due: Due, now: Date): Promise<boolean> {
  const { database, storage, log } = parts
  const { organizationId, sha256 } = due
  const picture = and(eq(pictures.organizationId, organizationId), eq(pictures.sha256, sha256))
  try {
    // Nothing else would be left of what does not decode.
    if ((await derivedPicture(parts, { ...due, variant: 'thumbnail' })) === null) return false
    return await database.asSystem(async (tx) => {
      const { rows } = await tx.execute<{ free: boolean }>(
        sql`select pg_try_advisory_xact_lock_shared(${backupLock}) as free`,
      )
      if (rows[0]?.free !== true) return false
      // Whoever names the picture next waits; who did so before is seen by the second query.
      await tx.select().from(pictures).where(picture).for('update')
      const stillDue = await tx
        .select({ sha256: pictures.sha256 })
        .from(pictures)
        .where(and(picture, isNull(pictures.originalDeletedAt), sql`not ${isNeeded}`))
      if (stillDue.length === 0) return false
      const yesterday = new Date(now.getTime() - day)
      if (!(await storage.remove({ ...due, variant: 'original' }, yesterday))) return false
      await storage.remove({ ...due, variant: 'reference' }, now)
      await tx.update(pictures).set({ originalDeletedAt: now }).where(picture)
      return true
    })
  } catch (error) {
    const reason = error instanceof MissingPictureError ? 'is lost' : 'could not be removed'
    log.error({ err: error, organization: organizationId, sha256 }, `an old original ${reason}`)
    return false
  }
}
