import { eq } from 'drizzle-orm'
import type { ValueFormat } from '../../contract/values/valueFormat.ts'
import type { Tx } from './client.ts'
import type { MeterRecord } from './meter-lock.ts'
import { units } from './schema.ts'

/** How values of the meter are shown now. Histories store it, because people change units and decimals. */
export async function valueFormatOf(
  tx: Tx,
  { meterUnitId, decimalPoint }: Pick<MeterRecord, 'meterUnitId' | 'decimalPoint'>,
): Promise<ValueFormat> {
  const [unit] = await tx.select().from(units).where(eq(units.id, meterUnitId))
  if (unit === undefined) throw new Error(`unit ${meterUnitId} does not exist`)
  return { unit: unit.name, decimals: decimalPoint }
}
