import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { deviceTroubles } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { quietTime } from '../devices/index.ts'
import { enqueueMails } from './enqueue.ts'

type Parts = Pick<Deps, 'database' | 'jobs' | 'clock' | 'log'>
type Trouble = typeof deviceTroubles.$inferSelect

/** Troubles per run. */
const batchSize = 500
/** Troubles of one device and kind that are mailed within `limitTime` milliseconds. */
const maxMailed = 4
const limitTime = 24 * 60 * 60_000

/** Enqueues mails about errors and low batteries that have not been announced, and about those that are over. */
export async function announceTroubles(parts: Parts): Promise<void> {
  const { database, clock, log } = parts
  const now = clock()
  const pending = await database.asSystem((tx) => findPending(tx, now), 'read only')
  for (const troubleId of pending) {
    try {
      await database.asSystem((tx) => announce(parts, tx, troubleId, now))
    } catch (error) {
      log.error({ err: error, troubleId }, 'failed to announce a trouble of a device, will retry in 60 s')
    }
  }
}

/** The latest end of troubles that no longer continue if the device reports them again. */
const quietSince = (now: Date) => new Date(now.getTime() - quietTime)

const isPending = (now: Date) =>
  and(
    isNull(deviceTroubles.recoveryAnnouncedAt),
    or(isNull(deviceTroubles.announcedAt), lte(deviceTroubles.endedAt, quietSince(now))),
  )

/** The first of each organization, then the second of each, and so on. Muted troubles wait, so they come last. */
async function findPending(systemTx: Tx, now: Date): Promise<number[]> {
  const { id, organizationId, isMuted } = deviceTroubles
  const rows = await systemTx
    .select({ id })
    .from(deviceTroubles)
    .where(isPending(now))
    .orderBy(isMuted, sql`row_number() over (partition by ${organizationId} order by ${id})`, asc(id))
    .limit(batchSize)
  return rows.map((row) => row.id)
}

/** Runs as the owner, because calls may not write `announcedAt`. */
async function announce({ jobs }: Parts, systemTx: Tx, troubleId: number, now: Date): Promise<void> {
  // Another server may have been faster, or the device reported in the meantime.
  const [trouble] = await systemTx
    .select()
    .from(deviceTroubles)
    .where(and(eq(deviceTroubles.id, troubleId), isPending(now)))
    .for('update')
  if (trouble === undefined) return
  const { organizationId, endedAt } = trouble
  const isOver = endedAt !== null
  const isMuted = trouble.announcedAt === null && (await countMailed(systemTx, trouble, now)) >= maxMailed
  // A muted trouble stays pending while it lasts or may continue, so that it is mailed once the limit allows it.
  const isDone = isMuted ? isOver && endedAt <= quietSince(now) : isOver
  await systemTx
    .update(deviceTroubles)
    .set({
      announcedAt: isMuted ? null : (trouble.announcedAt ?? now),
      isMuted,
      // One mail says both if the trouble is over already.
      ...(isDone && { recoveryAnnouncedAt: now }),
    })
    .where(eq(deviceTroubles.id, troubleId))
  if (isMuted) return
  const notice = { organizationId, subject: 'trouble', id: troubleId, isEnd: isOver } as const
  await enqueueMails(systemTx, jobs, notice, now)
}

const countMailed = (systemTx: Tx, { deviceId, kind }: Trouble, now: Date): Promise<number> =>
  systemTx.$count(
    deviceTroubles,
    and(
      eq(deviceTroubles.deviceId, deviceId),
      eq(deviceTroubles.kind, kind),
      eq(deviceTroubles.isMuted, false),
      gt(deviceTroubles.announcedAt, new Date(now.getTime() - limitTime)),
    ),
  )
