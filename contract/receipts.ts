import { z } from 'zod'
import { id, instant, sha256 } from './wire.ts'

/** A UUID that the sender of a reading makes for it. */
export const readingKey = z.uuid().describe('made once for each reading; a repeat gets the first answer')

/** Proof that the server holds a reading: a phone lets its bytes go only on a receipt equal to what it sent. */
export const receiptSchema = z
  .object({
    id,
    key: z.string(),
    meter_id: id,
    sha256: sha256.nullable(),
    length: z.int().nonnegative().nullable(),
    received_at: instant,
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof receiptSchema>
