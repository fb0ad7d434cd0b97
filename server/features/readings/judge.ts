import type { AbnormalRange } from '../../../contract/abnormal.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter, type MeterRecord } from '../../db/meter-lock.ts'
import { findReading, lockReading, type ReadingRecord } from './repository.ts'

export const rangeOf = (meter: MeterRecord): AbnormalRange => ({
  emergency_start_value: meter.emergencyStartValue,
  emergency_end_value: meter.emergencyEndValue,
})

/**
 * A reading and the range it is judged by, both as they stay until this transaction ends. The meter is locked
 * first, as a change of the range and a new reading do: the other way round they could wait for each other.
 */
export async function lockForJudging(
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<{ reading: ReadingRecord; range: AbnormalRange } | undefined> {
  const row = await findReading(tx, organizationId, id)
  const meter = row && (await lockMeter(tx, organizationId, row.meter_id))
  const reading = meter && (await lockReading(tx, organizationId, id))
  return reading && { reading, range: rangeOf(meter) }
}
