import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Database, Tx } from '../../db/client.ts'
import { alertWorsenings, heldNotices, noticeDigests } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { JobQueue } from '../../queue/job-queue.ts'
import { enqueueNotice } from './enqueue.ts'
import { noteTold } from './note-told.ts'
import { isQuiet } from './quiet-hours.ts'

interface Parts extends Pick<Deps, 'clock' | 'log'> {
  database: Database
  jobs: Pick<JobQueue, 'enqueue'>
}

/** Milliseconds; the queue gives a mail up before. */
const keptFor = 7 * 86_400_000

/** Enqueues one digest for each organization whose quiet hours are over, of all that was held. */
export async function announceHeld(parts: Parts): Promise<void> {
  const { database, log } = parts
  const waiting = await database.asSystem(
    (tx) => tx.selectDistinct({ organizationId: heldNotices.organizationId }).from(heldNotices),
    'read only',
  )
  for (const { organizationId } of waiting) {
    try {
      await database.inOrganization(organizationId, null, (tx) => sendDigest(parts, tx, organizationId))
    } catch (error) {
      log.error({ err: error, organizationId }, 'failed to send held notices, will retry in 60 s')
    }
  }
}

async function sendDigest({ jobs, clock }: Parts, tx: Tx, organizationId: number): Promise<void> {
  const now = clock()
  if (await isQuiet(tx, organizationId, now)) return
  const held = await tx.delete(heldNotices).where(eq(heldNotices.organizationId, organizationId)).returning()
  // Another server was faster.
  if (held.length === 0) return
  const ordered = held.toSorted((a, b) => a.id - b.id)
  const items = ordered.map(({ subject, subjectId }) => ({ subject, id: subjectId }))
  const fromAt = ordered[0]?.at ?? now
  await tx
    .delete(noticeDigests)
    .where(
      and(
        eq(noticeDigests.organizationId, organizationId),
        lt(noticeDigests.at, new Date(now.getTime() - keptFor)),
      ),
    )
  const [digest] = await tx
    .insert(noticeDigests)
    .values({ organizationId, items, fromAt, at: now })
    .returning({ id: noticeDigests.id })
  if (digest === undefined) throw new Error('a digest was not inserted')
  await enqueueNotice(tx, jobs, { organizationId, subject: 'digest', id: digest.id }, { now })
  await noteTold(tx, organizationId, await alertsIn(tx, organizationId, items), now)
}

/** The alerts that a digest is about. */
async function alertsIn(
  tx: Tx,
  organizationId: number,
  items: readonly { subject: string; id: number }[],
): Promise<number[]> {
  const idsOf = (name: string) => items.filter(({ subject }) => subject === name).map(({ id }) => id)
  const worsenings = await tx
    .select({ alertId: alertWorsenings.alertId })
    .from(alertWorsenings)
    .where(
      and(
        eq(alertWorsenings.organizationId, organizationId),
        inArray(alertWorsenings.id, idsOf('worsening')),
      ),
    )
  return [...idsOf('alert'), ...worsenings.map(({ alertId }) => alertId)]
}
