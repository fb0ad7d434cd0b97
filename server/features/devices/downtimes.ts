import { and, asc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { devices, downtimes, organizations, silenceChecks } from '../../db/schema.ts'
import { allowancesOf } from './measuring.ts'
import { type Due, firstDue, withDeadline } from './next-due.ts'

/** Those that touch the time from `from` until before `before`, in order. */
export const downtimesWithin = (tx: Tx, from: Date, before: Date): Promise<{ from: Date; before: Date }[]> =>
  tx
    .select({ from: downtimes.from, before: downtimes.to })
    .from(downtimes)
    .where(and(gt(downtimes.to, from), lt(downtimes.from, before)))
    .orderBy(asc(downtimes.from))

/** Milliseconds between two checks for silence that are no downtime yet. */
const maxPause = 5 * 60_000

/**
 * Silence is checked for now. If the last check was long ago no server ran since: nobody is blamed for what was due
 * then, and what was awaited is awaited for as much longer. Servers take turns; takes a system transaction.
 */
export async function noteSilenceCheck(systemTx: Tx, now: Date): Promise<void> {
  const [last] = await systemTx
    .select({ at: silenceChecks.at })
    .from(silenceChecks)
    .where(eq(silenceChecks.id, 1))
    .for('update')
  if (last === undefined) throw new Error('the database does not know when silence was checked for')
  await systemTx.update(silenceChecks).set({ at: now }).where(eq(silenceChecks.id, 1))
  if (now.getTime() - last.at.getTime() <= maxPause) return
  await systemTx.insert(downtimes).values({ from: last.at, to: now })
  await excludeDowntime(systemTx, { from: last.at, before: now })
}

async function excludeDowntime(systemTx: Tx, downtime: { from: Date; before: Date }): Promise<void> {
  const awaited = await systemTx
    .select({ device: devices, zone: organizations.timeZone })
    .from(devices)
    .innerJoin(organizations, eq(organizations.id, devices.organizationId))
    .where(and(gte(devices.missedAt, downtime.from), lt(devices.nextDueAt, downtime.before)))
    .orderBy(asc(devices.id))
    .for('no key update', { of: devices })
  const moved = awaited.flatMap(({ device, zone }) => {
    const due = device.nextDueAt && dueBeyond(device, device.nextDueAt, zone, downtime)
    return due ? [{ id: device.id, next: due.nextDueAt, missed: due.missedAt }] : []
  })
  await systemTx.execute(sql`
    update devices set next_due_at = moved.next, missed_at = moved.missed
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved(id bigint, next timestamptz, missed timestamptz)
    where devices.id = moved.id`)
}

function dueBeyond(
  device: typeof devices.$inferSelect,
  nextDueAt: Date,
  zone: string,
  downtime: { from: Date; before: Date },
): Due | null {
  if (nextDueAt < downtime.from) {
    // It was put off by earlier downtimes already.
    const longer = downtime.before.getTime() - downtime.from.getTime()
    const { missedAt } = device
    return missedAt && { nextDueAt, missedAt: new Date(missedAt.getTime() + longer) }
  }
  const kept = { crons: device.intervalCrons ?? '', zone, downtimes: [downtime], ...allowancesOf(device) }
  const due = firstDue(nextDueAt, kept)
  return due && withDeadline(due, kept)
}
