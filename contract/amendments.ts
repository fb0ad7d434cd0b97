import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, instant, newValue } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { readingKey, storedHeaders } from './receipts.ts'
import { confirmedDoubts, doubts } from './values/doubts.ts'

/*
 * A phone changes what it has sent, or may have sent, with a second call: it names the reading by the key under which the
 * reading was sent. The key in the header is the call's own, so that a repeat changes nothing.
 */

/** Proof that the server has applied a correction or a withdrawal. */
export const amendmentReceipt = z.object({ key: z.string(), meter_id: id, received_at: instant })

const target = {
  reading_key: withDescription(readingKey, 'the key under which the reading was sent'),
  meter_id: id,
}

export const amendmentEndpoints = {
  correctSentReading: endpoint({
    method: 'POST',
    path: '/api/v1/reading-corrections',
    access: 'user',
    summary: 'Correct the value of a reading that a phone sent; repeats are harmless',
    headers: storedHeaders,
    body: z.strictObject({
      ...target,
      value: newValue,
      confirmed_doubts: z.optional(confirmedDoubts.check(z.maxLength(doubts.length))),
    }),
    data: amendmentReceipt,
    errors: ['reference_unknown', 'key_reused'],
  }),
  withdrawSentReading: endpoint({
    method: 'POST',
    path: '/api/v1/reading-withdrawals',
    access: 'user',
    summary: 'Delete a reading that a phone sent, if it has arrived; repeats are harmless',
    headers: storedHeaders,
    body: z.strictObject(target),
    data: amendmentReceipt,
    errors: ['reference_unknown', 'key_reused'],
  }),
}
