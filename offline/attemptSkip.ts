import * as z from 'zod/mini'
import { roundEndpoints } from '../contract/rounds.ts'
import type { Attempt } from './attempt.ts'
import { attemptRecord, type Sending } from './attemptRecord.ts'
import type { Skip } from './rows.ts'

/** Sends one skip once, or that it was taken back. Never throws for network or server errors. */
export function attemptSkip(
  skip: Pick<Skip, 'id' | 'meterId' | 'clockOffset' | 'reason' | 'note' | 'skippedAt'>,
  sending: Sending,
  isWithdrawn = false,
): Promise<Attempt> {
  const { createSkip } = roundEndpoints
  const body = z.safeEncode(createSkip.body, {
    meter_id: skip.meterId,
    reason: skip.reason,
    note: skip.note,
    skipped_at: new Date(skip.skippedAt).toISOString(),
    sent_at: new Date(sending.now).toISOString(),
    ...(isWithdrawn ? { is_withdrawn: true } : {}),
  })
  return attemptRecord(createSkip, skip, body, sending)
}
