import * as z from 'zod/mini'
import { withDescription } from '../calls/withDescription.ts'

/** Of calls that can change what a closed month was closed with. */
export const closedMonthsHeader = {
  'closed-months': withDescription(
    z.exactOptional(z.literal('refuse')),
    '`refuse`: nothing is changed if a closed month would be `corrected` with it; `closed_months_change` then names the months. Absent: they are',
  ),
}
export const closedMonthsHeaders = z.object(closedMonthsHeader)

/** Whether closed months may change. */
export type ClosedMonths = z.infer<typeof closedMonthsHeaders>
