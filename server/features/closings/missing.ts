import { and, eq, ne } from 'drizzle-orm'
import { role } from '../../../contract/access.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { inspections, memberships, meters } from '../../db/schema.ts'
import { isOneOf } from '../readings/index.ts'
import { findCandidates } from './candidates.ts'
import { closingAt, periodsOf } from './periods.ts'
import type { CycleRow } from './repository.ts'

/** A meter that the month lacks. */
interface MissingMeter {
  id: number
  name: string
  state: 'missing' | 'review'
  /** In charge of its inspection group; null: nobody. */
  assigneeId: number | null
}

interface Missing {
  meters: MissingMeter[]
  /** Number of meters whose device has measured lately, and will do so at the closing time. */
  awaited: number
  closesAt: Date
}

/**
 * Returns what a month that is not closed lacks, as its board shows it, but for meters that only wait for their device.
 * `assigneeId`: only of the meters that this user is in charge of.
 */
export async function findMissing(
  tx: Tx,
  owner: Pick<Session, 'organizationId' | 'timeZone'>,
  cycle: CycleRow,
  { month, now, assigneeId = null }: { month: string; now: Date; assigneeId?: number | null },
): Promise<Missing> {
  const { organizationId, timeZone } = owner
  const rows = await tx
    .select({ id: meters.id, name: meters.name, assigneeId: memberships.userId })
    .from(meters)
    .leftJoin(inspections, eq(inspections.id, meters.inspectionId))
    .leftJoin(
      memberships,
      and(
        eq(memberships.organizationId, inspections.organizationId),
        eq(memberships.userId, inspections.assigneeUserId),
        ne(memberships.role, role.system),
      ),
    )
    .where(
      and(
        eq(meters.organizationId, organizationId),
        isOneOf(meters.id, cycle.meterIds),
        assigneeId === null ? undefined : eq(memberships.userId, assigneeId),
      ),
    )
    .orderBy(meters.id)
  const asked = { cycle, months: [month] }
  const periods = await periodsOf(tx, owner, new Map(rows.map(({ id }) => [id, asked])))
  const states = new Map(
    periods.flatMap(({ meterId, snapshot, now: { state } }) =>
      snapshot === null && (state === 'missing' || state === 'review') ? [[meterId, state] as const] : [],
    ),
  )
  const tolerance = { deviceHours: cycle.deviceToleranceHours, roundDays: 0 }
  const times = [...states]
    .filter(([, state]) => state === 'missing')
    .map(([meterId]) => ({ meterId, at: now.getTime(), tolerance }))
  const measured = await findCandidates(tx, organizationId, times)
  const awaited = times.filter((time) => measured.get(time)?.isOfDevice)
  for (const { meterId } of awaited) states.delete(meterId)
  return {
    meters: rows.flatMap((row) => {
      const state = states.get(row.id)
      return state === undefined ? [] : [{ ...row, state }]
    }),
    awaited: awaited.length,
    closesAt: new Date(closingAt(timeZone, cycle, month)),
  }
}
