import type { Tx } from '../../db/client.ts'
import { wasSilent } from '../devices/index.ts'
import type { ReportedReading } from '../readings/index.ts'
import type { DeviceRecord } from './repository.ts'

/** Milliseconds. A device that is not silent sends sooner. */
const usualDelay = 3 * 3_600_000

/**
 * Returns whether a person should confirm when a report was measured: it says that this was long ago, does not say when
 * it was sent, and the device was not silent. `clocked` are its times by the device’s clock. Of a batch the latest one
 * counts: if it is recent, the clock is right, and the batch is what the device collected.
 */
export async function hasUnconfirmedTime(
  tx: Tx,
  device: DeviceRecord,
  clocked: readonly Date[],
  sent: Date | null,
  now: Date,
): Promise<boolean> {
  if (sent !== null || clocked.length === 0) return false
  const latest = new Date(Math.max(...clocked.map((at) => at.getTime())))
  if (now.getTime() - latest.getTime() <= usualDelay) return false
  return !(await wasSilent(tx, device, latest, now))
}

/** `isUnconfirmed`: of the report. */
export const timeMarkOf = (isArrival: boolean, isUnconfirmed: boolean): ReportedReading['timeMark'] =>
  isArrival ? 'arrival' : isUnconfirmed ? 'unconfirmed' : null
