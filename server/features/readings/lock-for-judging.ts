import type { AbnormalRange } from '../../../contract/values/abnormal.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter, type MeterOfCategory, type MeterRecord } from '../../db/meter-lock.ts'
import { findReading, lockReading, type ReadingRecord } from './repository.ts'

export const abnormalRangeOf = (meter: MeterRecord): AbnormalRange => ({
  emergency_start_value: meter.emergencyStartValue,
  emergency_end_value: meter.emergencyEndValue,
})

/**
 * A reading and its meter, both locked, and the meter’s abnormal range. The meter is locked first, as everywhere, to avoid deadlocks.
 */
export async function lockForJudging(
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<{ reading: ReadingRecord; meter: MeterOfCategory; range: AbnormalRange } | undefined> {
  const row = await findReading(tx, organizationId, id)
  const meter = row && (await lockMeter(tx, organizationId, row.meter_id))
  const reading = meter && (await lockReading(tx, organizationId, id))
  return reading && { reading, meter, range: abnormalRangeOf(meter) }
}
