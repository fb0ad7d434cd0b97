import { and, eq } from 'drizzle-orm'
import { readState } from '../../../contract/values/abnormal.ts'
import type { Tx } from '../../db/client.ts'
import { isReadingOf, type MeterKey } from '../../db/reading-order.ts'
import { readings } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'

/** Has a meter's waiting pictures read, oldest first, because it has reading settings now. The meter is locked. */
export async function readWaiting(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
  meter: MeterKey,
): Promise<void> {
  const { organizationId, id: meterId } = meter
  const waiting = await tx
    .update(readings)
    .set({ readState: readState.unprocessed, updatedAt: deps.clock() })
    .where(and(isReadingOf(meter), eq(readings.readState, readState.waiting)))
    .returning({ id: readings.id, createdAt: readings.createdAt })
  const jobs = waiting
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.id - other.id)
    .map(({ id }) => ({ organizationId, readingId: id, meterId }))
  await deps.jobs.enqueue(tx, 'read-picture', jobs)
}

/** Lets pictures whose reading has the device's value wait no longer, because the meter's setting is that value now. The meter is locked. */
export async function stopWaiting(deps: Pick<Deps, 'clock'>, tx: Tx, meter: MeterKey): Promise<void> {
  await tx
    .update(readings)
    .set({ readState: null, updatedAt: deps.clock() })
    .where(
      and(isReadingOf(meter), eq(readings.readState, readState.waiting), eq(readings.valueSource, 'device')),
    )
}
