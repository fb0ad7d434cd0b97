import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter } from '../../db/meter-lock.ts'
import type { Deps } from '../../deps.ts'
import { parseLocalTime } from '../../time-zone.ts'
import { confirmAlert, confirmedAtBy, undoConfirmation } from './confirmations.ts'
import { reconcileSilently } from './reconcile.ts'
import { findAlert } from './repository.ts'

/** Up to here a screen’s clock counts as ours. Milliseconds. */
const tolerance = 2 * 60_000

/** The first who confirms an alert is the one who did; a repeat changes nothing. */
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
  // As a reading does: what the readings make of the alert and what a person says of it come one after the other.
  const meter = row && (await lockMeter(tx, organizationId, row.alert.meterId))
  if (meter === undefined) throw new Failure('not_found')
  const comment = sent.comment === undefined || sent.comment === '' ? null : sent.comment
  await confirmAlert(tx, organizationId, id, { userId, at: deps.clock(), confirmAt: at, comment })
}

/** So long who confirmed an alert may take that back: the screen offers it for ten seconds. Milliseconds. */
const undoTime = 30_000

/**
 * Only one’s own confirmation, and only a fresh one: later it is a record of what a person has seen. The alert becomes
 * what its readings make of it by now, and nobody is told of it again.
 */
export async function undo(deps: Deps, session: Session, tx: Tx, id: number): Promise<void> {
  const { organizationId, userId } = session
  const found = await findAlert(tx, organizationId, id)
  const meter = found && (await lockMeter(tx, organizationId, found.alert.meterId))
  // As it is now that nobody else can change it.
  const row = meter && (await findAlert(tx, organizationId, id))
  if (meter === undefined || row === undefined) throw new Failure('not_found')
  const at = deps.clock()
  const confirmedAt = await confirmedAtBy(tx, organizationId, id, userId)
  const isFresh = confirmedAt !== null && at.getTime() - confirmedAt.getTime() <= undoTime
  const { alert } = row
  if (!isFresh || !(await undoConfirmation(tx, alert, { userId, at }))) throw new Failure('undo_refused')
  const of = { organizationId, id: alert.meterId }
  await reconcileSilently(tx, of, { id: alert.readingId, createdAt: alert.latestAt })
  // A normal reading that came meanwhile may have parted the stretch.
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
