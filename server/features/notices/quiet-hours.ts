import { eq } from 'drizzle-orm'
import type { QuietHours } from '../../../contract/time/quietHours.ts'
import { quietHoursText } from '../../../text/quietHoursText.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { organizations } from '../../db/schema.ts'
import { instantOfLocal, offsetMinutes } from '../../time-zone.ts'
import { recordAudit } from '../audit/index.ts'

const day = 86_400_000

/**
 * Returns when the quiet hours end that an instant lies in, or null if it lies in none. Where clocks are changed, a time
 * that they show twice is the first one, and one that they leave out is as much later.
 */
export function quietEnd(zone: string, { from, to, weekdays }: QuietHours, at: Date): Date | null {
  const local = at.getTime() + offsetMinutes(zone, at.getTime()) * 60_000
  const today = Math.floor(local / day) * day
  for (const begins of [today - day, today]) {
    if (!weekdays.includes(new Date(begins).getUTCDay())) continue
    const start = instantOfLocal(zone, begins + sinceMidnight(from))
    const end = instantOfLocal(zone, begins + sinceMidnight(to) + (to > from ? 0 : day))
    if (start <= at && at < end) return end
  }
  return null
}

/** Milliseconds. */
function sinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

/** The quiet hours of an organization, and until when they last; null: there are none, or not now. */
export async function findQuietHours(tx: Tx, organizationId: number, now: Date) {
  const [row] = await tx
    .select({ quietHours: organizations.quietHours, timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  const quietHours = row?.quietHours ?? null
  const until = row === undefined || quietHours === null ? null : quietEnd(row.timeZone, quietHours, now)
  return { quietHours, until }
}

/** Whether notices of an organization are held now. */
export const isQuiet = async (tx: Tx, organizationId: number, now: Date): Promise<boolean> =>
  (await findQuietHours(tx, organizationId, now)).until !== null

export async function changeQuietHours(
  tx: Tx,
  session: Session,
  quietHours: QuietHours | null,
  at: Date,
): Promise<void> {
  const own = eq(organizations.id, session.organizationId)
  const [before] = await tx.select().from(organizations).where(own).for('update')
  if (before === undefined) throw new Error('a session has no organization')
  await tx.update(organizations).set({ quietHours, updatedAt: at }).where(own)
  const [old, changed] = [before.quietHours, quietHours].map((each) => each && quietHoursText(each))
  if (old === changed) return
  await recordAudit(tx, session, {
    noun: 'organization',
    subjectId: before.id,
    subjectName: before.name,
    action: 'update',
    before: { quietHours: old },
    after: { quietHours: changed },
    at,
  })
}
