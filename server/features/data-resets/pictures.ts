import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { pictureVariants } from '../../../contract/pictures.ts'
import { backupLock } from '../../db/backup-lock.ts'
import type { Tx } from '../../db/client.ts'
import {
  deviceReports,
  llmUsageLogs,
  maps,
  meters,
  pictures,
  readings,
  webhookCalls,
} from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { addProgress, type Reset } from './repository.ts'

type Parts = Pick<Deps, 'database' | 'storage' | 'clock'>

const batch = 100
const atOnce = 4
const derivedVariants = pictureVariants.filter((variant) => variant !== 'original')
/** Milliseconds between two looks whether a backup is done. */
const backupPause = 1000

/** Those of meters and maps stay, and of what came in since. */
const isNamed = sql`(${sql.join(
  [
    sql`exists (select from ${meters} where ${meters.organizationId} = ${pictures.organizationId}
      and ${meters.pictureSha256} = ${pictures.sha256})`,
    sql`exists (select from ${maps} where ${maps.organizationId} = ${pictures.organizationId}
      and ${maps.pictureSha256} = ${pictures.sha256})`,
    sql`exists (select from ${readings} where ${readings.organizationId} = ${pictures.organizationId}
      and ${pictures.sha256} in (${readings.pictureSha256}, ${readings.resultSha256}))`,
    sql`exists (select from ${deviceReports} where ${deviceReports.organizationId} = ${pictures.organizationId}
      and ${deviceReports.pictureSha256} = ${pictures.sha256})`,
    sql`exists (select from ${webhookCalls} where ${webhookCalls.organizationId} = ${pictures.organizationId}
      and ${webhookCalls.pictureSha256} = ${pictures.sha256})`,
    sql`exists (select from ${llmUsageLogs} where ${llmUsageLogs.organizationId} = ${pictures.organizationId}
      and ${llmUsageLogs.pictureSha256} = ${pictures.sha256})`,
  ],
  sql` or `,
)})`

/** Rows and files; false when it stopped before the end. */
export async function deletePictures(parts: Parts, reset: Reset, isDue: () => boolean): Promise<boolean> {
  let after = ''
  while (isDue()) {
    const names = await parts.database.asSystem((tx) => nextOf(tx, reset, after), 'read only')
    after = names.at(-1) ?? ''
    if (after === '') return true
    for (let from = 0; from < names.length; from += atOnce) {
      const some = names.slice(from, from + atOnce)
      await Promise.all(some.map((sha256) => deletePicture(parts, reset, sha256, isDue)))
    }
  }
  return false
}

async function nextOf(tx: Tx, { organizationId, startedAt }: Reset, after: string): Promise<string[]> {
  const rows = await tx
    .select({ sha256: pictures.sha256 })
    .from(pictures)
    .where(
      and(
        eq(pictures.organizationId, organizationId),
        gt(pictures.sha256, after),
        lte(pictures.createdAt, startedAt),
        sql`not ${isNamed}`,
      ),
    )
    .orderBy(asc(pictures.sha256))
    .limit(batch)
  return rows.map(({ sha256 }) => sha256)
}

/** Thrown to undo the deletion of a row whose file was put again. */
class PutAgainError extends Error {}

async function deletePicture(
  parts: Parts,
  reset: Reset,
  sha256: string,
  isDue: () => boolean,
): Promise<void> {
  const { database, storage, clock } = parts
  const { organizationId, startedAt } = reset
  const attempt = () =>
    database.asSystem(async (tx) => {
      const { rows } = await tx.execute<{ free: boolean }>(
        sql`select pg_try_advisory_xact_lock_shared(${backupLock}) as free`,
      )
      if (rows[0]?.free !== true) return false
      // Who names the same bytes from here on waits, and inserts a row of its own.
      const deleted = await tx
        .delete(pictures)
        .where(
          and(eq(pictures.organizationId, organizationId), eq(pictures.sha256, sha256), sql`not ${isNamed}`),
        )
      if (deleted.rowCount === 0) return true
      const at = clock()
      // The original first: it says whether somebody is about to name it.
      if (!(await storage.remove({ organizationId, sha256, variant: 'original' }, startedAt)))
        throw new PutAgainError()
      // Whoever looked at it meanwhile has had them made anew.
      for (const variant of derivedVariants) await storage.remove({ organizationId, sha256, variant }, at)
      await addProgress(tx, organizationId, 1)
      return true
    })
  try {
    while (!(await attempt()) && isDue()) await pause(backupPause)
  } catch (error) {
    if (!(error instanceof PutAgainError)) throw error
  }
}
