import * as z from 'zod/mini'
import { instant } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'

/**
 * `unread`, `backwards`, `old_end_unknown`: there is no amount for this reason. `duplicate_replacement`: a replacement
 * that is recorded twice counts once.
 */
export const consumptionNotes = [
  'unread',
  'backwards',
  'old_end_unknown',
  'rolled_over',
  'replaced',
  'duplicate_replacement',
] as const
export type ConsumptionNote = (typeof consumptionNotes)[number]

/** What was consumed since the reading before. */
export const consumptionSchema = z
  .object({
    amount: withDescription(z.nullable(z.number()), 'in the meter’s unit, multiplied'),
    note: z.nullable(z.enum(consumptionNotes)),
    since: withDescription(instant, 'when the reading before was measured'),
  })
  .register(z.globalRegistry, { id: 'Consumption' })

/** How fast a counter counts, by its figures. */
export const rateSchema = z
  .object({
    usual: withDescription(z.number().check(z.nonnegative()), 'a day'),
    greatest: withDescription(z.number().check(z.positive()), 'a day'),
    days: withDescription(z.number().check(z.positive()), 'it is known for spans as long as this'),
  })
  .register(z.globalRegistry, { id: 'MeterRate' })
export type Rate = z.infer<typeof rateSchema>
