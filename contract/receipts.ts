import * as z from 'zod/mini'
import { id, instant, offsetParam, sha256 } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'

/** A UUID that the sender makes for a reading, a skip or a replacement. */
export const readingKey = withDescription(
  z.uuid(),
  'made once for each reading; a repeat gets the first answer',
)

/** Of what a phone stored before it sent it. */
export const storedHeaders = z.object({
  'idempotency-key': readingKey,
  'clock-offset': withDescription(
    z.exactOptional(offsetParam),
    'milliseconds by which the phone’s clock was ahead of the server’s, as last known when it was stored; absent: not known',
  ),
})

/** Proof that the server has what a phone sent without a photograph. */
export const recordReceipt = z.object({ id, key: z.string(), meter_id: id, received_at: instant })

/** Proof that the server has a reading: a phone deletes its bytes only on a receipt equal to what it sent. */
export const receiptSchema = z
  .object({
    id,
    key: z.string(),
    meter_id: id,
    sha256: z.nullable(sha256),
    length: z.nullable(z.int().check(z.nonnegative())),
    received_at: instant,
  })
  .register(z.globalRegistry, { id: 'Receipt' })
export type Receipt = z.infer<typeof receiptSchema>

/** A receipt for a device’s report. */
export const reportReceiptSchema = z.extend(receiptSchema, {
  index: withDescription(z.int(), 'the row of the call that the reading comes from, from 0'),
})
export type ReportReceipt = z.infer<typeof reportReceiptSchema>
