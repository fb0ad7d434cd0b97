import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { deviceType } from '../../../contract/devices.ts'
import type { Retake } from '../../../contract/review/retakes.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { isOpenRetake } from '../../db/open-retake.ts'
import { devices, meters, retakeRequests } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { findReading, isOneOf } from '../readings/index.ts'

/** Milliseconds. A screen offers it for 10 s; a poor connection takes longer. */
const undoTime = 60_000

const isUnwithdrawn = (organizationId: number, readingId: number) =>
  and(
    eq(retakeRequests.organizationId, organizationId),
    eq(retakeRequests.readingId, readingId),
    isNull(retakeRequests.withdrawnAt),
  )

/** Asks for another photograph on the meter's round. A second request for the same reading changes nothing. */
export async function requestRetake(deps: Deps, session: Session, tx: Tx, id: number): Promise<Retake> {
  const { organizationId, userId } = session
  const reading = await findReading(tx, organizationId, id)
  if (reading === undefined) throw new Failure('not_found')
  if (!(await isOfRound(tx, organizationId, reading.meter_id))) throw new Failure('retake_refused')
  const at = deps.clock()
  // One that was followed, or ended by a decision, gives way.
  await tx
    .update(retakeRequests)
    .set({ withdrawnAt: at })
    .where(
      and(
        isUnwithdrawn(organizationId, id),
        sql`not exists (select from retake_requests as retake where retake.id = ${retakeRequests.id} and ${isOpenRetake})`,
      ),
    )
  await tx
    .insert(retakeRequests)
    .values({ organizationId, meterId: reading.meter_id, readingId: id, userId, at })
    .onConflictDoNothing()
  const found = await retakesOf(tx, organizationId, [id], presenterFor(deps, session))
  const retake = found.get(id)
  if (retake === undefined) throw new Failure('retake_refused')
  return retake
}

export async function withdrawRetake(deps: Deps, session: Session, tx: Tx, id: number): Promise<void> {
  const { organizationId, userId } = session
  if ((await findReading(tx, organizationId, id)) === undefined) throw new Failure('not_found')
  const at = deps.clock()
  const withdrawn = await tx
    .update(retakeRequests)
    .set({ withdrawnAt: at })
    .where(
      and(
        isUnwithdrawn(organizationId, id),
        eq(retakeRequests.userId, userId),
        gt(retakeRequests.at, new Date(at.getTime() - undoTime)),
      ),
    )
    .returning({ id: retakeRequests.id })
  if (withdrawn.length === 0) throw new Failure('undo_refused')
}

/** Returns the open requests by reading. */
export async function retakesOf(
  tx: Tx,
  organizationId: number,
  ids: readonly number[],
  present: Presenter,
): Promise<Map<number, Retake>> {
  const { rows } = await tx.execute<{ reading_id: number; at: number; username: string | null }>(sql`
    select retake.reading_id::float8 as reading_id, round(date_part('epoch', retake.at) * 1000) as at, users.username
    from retake_requests as retake left join users on users.id = retake.user_id
    where retake.organization_id = ${organizationId} and ${isOneOf(sql`retake.reading_id`, ids)} and ${isOpenRetake}`)
  return new Map(
    rows.map(({ reading_id: id, at, username }) => [
      id,
      { requested_by: username, requested_at: present.instant(at) },
    ]),
  )
}

/** Whether somebody photographs the meter on a round. */
async function isOfRound(tx: Tx, organizationId: number, meterId: number): Promise<boolean> {
  const [meter] = await tx
    .select({ inspectionId: meters.inspectionId, type: devices.type })
    .from(meters)
    .innerJoin(devices, and(eq(devices.id, meters.deviceId), isNull(devices.deletedAt)))
    .where(and(eq(meters.organizationId, organizationId), eq(meters.id, meterId)))
  return meter !== undefined && meter.inspectionId !== null && meter.type === deviceType.mobile
}
