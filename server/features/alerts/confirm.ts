import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { instantOf } from '../../zone.ts'
import { lockMeter } from '../meters/repository.ts'
import { confirmAlert, findAlert } from './repository.ts'

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
  await confirmAlert(tx, organizationId, id, { userId, at, comment })
}

function confirmedAt(local: string, zone: string, now: Date): Date {
  const at = instantOf(zone, local)
  if (at === null) {
    throw new Failure('validation_failed', {
      issues: [{ path: 'confirm_at', message: '日時が正しくありません' }],
    })
  }
  return Math.abs(at.getTime() - now.getTime()) <= tolerance ? at : now
}
