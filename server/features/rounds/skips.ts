import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Input } from '../../../contract/calls/endpoint.ts'
import type { roundEndpoints } from '../../../contract/rounds.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { meters, skips } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { presenterFor } from '../../presenter.ts'
import { assertAppsAllowed } from '../plans/index.ts'
import { capturedAt } from '../readings/index.ts'

type Body = Input<(typeof roundEndpoints)['createSkip']>['body']

interface Sent {
  key: string
  body: Body
  knownOffsetMs: number | undefined
  startedAt: Date
}

/** Idempotent by key: the insert waits for a concurrent repeat, and a repeat gets the first answer. */
export async function createSkip(
  deps: Deps,
  session: Session,
  tx: Tx,
  { key, body: sent, knownOffsetMs: known, startedAt }: Sent,
) {
  const { organizationId } = session
  if (sent.reason === 'other' && sent.note === '') {
    throw new Failure('validation_failed', {
      issues: [{ path: 'note', message: '理由を入力してください' }],
    })
  }
  // What was stored before the plan changed is received once more, and what is taken back uses no app.
  const stored = await findSkip(tx, organizationId, key)
  if (stored === undefined && sent.is_withdrawn !== true) await assertAppsAllowed(tx, organizationId)
  await assertMeter(tx, organizationId, sent.meter_id)
  const toldAt = new Date(sent.skipped_at)
  const clock = { sent: new Date(sent.sent_at), known, startedAt }
  const { createdAt, offsetMs, knownOffsetMs } = capturedAt(toldAt, clock, 'skipped_at')
  const fingerprint = fingerprintOf(sent, toldAt)
  const inserted = await tx
    .insert(skips)
    .values({
      organizationId,
      meterId: sent.meter_id,
      reason: sent.reason,
      note: sent.note,
      skippedAt: createdAt,
      toldAt,
      clockOffsetMs: offsetMs,
      knownOffsetMs,
      receivedAt: deps.clock(),
      userId: session.userId,
      idempotencyKey: key,
      fingerprint,
    })
    .onConflictDoNothing({ target: [skips.organizationId, skips.idempotencyKey] })
    .returning({ id: skips.id })
  const kept = await findSkip(tx, organizationId, key)
  if (kept === undefined) throw new Error('a skip vanished between insert and receipt')
  if (kept.fingerprint !== fingerprint) throw new Failure('key_reused')
  if (sent.is_withdrawn === true) await markWithdrawn(deps, session, tx, kept.id)
  return {
    status: inserted.length === 0 ? (200 as const) : (201 as const),
    data: {
      id: kept.id,
      key,
      meter_id: kept.meterId,
      received_at: presenterFor(deps, session).instant(kept.receivedAt),
    },
  }
}

/** Withdraws a stored skip and returns its meter. The first withdrawal stays. */
export async function withdrawSkip(deps: Deps, session: Session, tx: Tx, key: string): Promise<number> {
  const stored = await findSkip(tx, session.organizationId, key)
  if (stored === undefined) throw new Failure('not_found')
  await markWithdrawn(deps, session, tx, stored.id)
  return stored.meterId
}

async function markWithdrawn(deps: Deps, { userId }: Session, tx: Tx, id: number): Promise<void> {
  await tx
    .update(skips)
    .set({ withdrawnAt: deps.clock(), withdrawnByUserId: userId })
    .where(and(eq(skips.id, id), isNull(skips.withdrawnAt)))
}

async function findSkip(tx: Tx, organizationId: number, key: string) {
  const [row] = await tx
    .select()
    .from(skips)
    .where(and(eq(skips.organizationId, organizationId), eq(skips.idempotencyKey, key)))
  return row
}

async function assertMeter(tx: Tx, organizationId: number, id: number): Promise<void> {
  const own = and(eq(meters.organizationId, organizationId), eq(meters.id, id))
  if ((await tx.$count(meters, own)) > 0) return
  throw new Failure('reference_unknown', {
    issues: [{ path: 'meter_id', message: 'メーターが見つかりません' }],
  })
}

/** Equal for repeats of one skip, whatever the time of sending. */
const fingerprintOf = ({ meter_id, reason, note }: Body, toldAt: Date): string =>
  createHash('sha256')
    .update(JSON.stringify([meter_id, reason, note, toldAt.toISOString()]))
    .digest('hex')
