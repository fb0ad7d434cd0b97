import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter } from '../../db/meter-lock.ts'
import type { Deps } from '../../deps.ts'
import { parseLocalTime } from '../../time-zone.ts'
import { confirmAlert, confirmedAtBy, undoConfirmation } from './confirmations.ts'
import { reconcileSilently } from './reconcile.ts'
import { findAlert } from './repository.ts'

/** Milliseconds that a screen’s clock may differ from ours. */
const tolerance = 2 * 60_000

/** The first confirmation counts; a repeat changes nothing. */
export async function confirm(
  deps: Deps,
  session: Session,
  tx: Tx,
  id: number,
  sent: { confirm_at: string; comment?: string | null | undefined },
): Promise<void> {
  const { organizationId, userId } = session
  const at = confirmedAt(sent.confirm_at, session.timeZone, deps.clock())
  const row = await findAlert(tx, organizationId, id)
  // As for a reading: reconciling and confirming run one after the other.
  const meter = row && (await lockMeter(tx, organizationId, row.alert.meterId))
  if (meter === undefined) throw new Failure('not_found')
  const comment = sent.comment === undefined || sent.comment === '' ? null : sent.comment
  await confirmAlert(tx, organizationId, id, { userId, at: deps.clock(), confirmAt: at, comment })
}

/** Milliseconds; the screen offers it for ten seconds. */
const undoTime = 30_000

/**
 * Only one’s own, fresh confirmation: later it is a record. The alert is reconciled with its readings again, and nobody
 * is notified.
 */
export async function undo(deps: Deps, session: Session, tx: Tx, id: number): Promise<void> {
  const { organizationId, userId } = session
  const found = await findAlert(tx, organizationId, id)
  const meter = found && (await lockMeter(tx, organizationId, found.alert.meterId))
  // Read again under the lock.
  const row = meter && (await findAlert(tx, organizationId, id))
  if (meter === undefined || row === undefined) throw new Failure('not_found')
  const at = deps.clock()
  const confirmedAt = await confirmedAtBy(tx, organizationId, id, userId)
  const isFresh = confirmedAt !== null && at.getTime() - confirmedAt.getTime() <= undoTime
  const { alert } = row
  if (!isFresh || !(await undoConfirmation(tx, alert, { userId, at }))) throw new Failure('undo_refused')
  const of = { organizationId, id: alert.meterId }
  await reconcileSilently(tx, of, { id: alert.readingId, createdAt: alert.latestAt })
  // A normal reading that arrived since may have split the run.
  await reconcileSilently(tx, of, { id: alert.firstReadingId, createdAt: alert.createdAt })
}

function confirmedAt(local: string, zone: string, now: Date): Date {
  const at = parseLocalTime(zone, local)
  if (at === null) {
    throw new Failure('validation_failed', {
      issues: [{ path: 'confirm_at', message: '日時が正しくありません' }],
    })
  }
  return Math.abs(at.getTime() - now.getTime()) <= tolerance ? at : now
}
