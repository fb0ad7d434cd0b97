import * as z from 'zod/mini'
import { replacementEndpoints } from '../contract/replacements.ts'
import type { Attempt } from './attempt.ts'
import { attemptRecord, type Sending } from './attemptRecord.ts'
import type { SavedReplacement } from './rows.ts'

/** Sends one replacement once. Never throws for network or server errors. */
export function attemptReplacement(replacement: SavedReplacement, sending: Sending): Promise<Attempt> {
  const { createReplacement } = replacementEndpoints
  const body = z.safeEncode(createReplacement.body, {
    meter_id: replacement.meterId,
    old_end_value: replacement.oldEnd,
    new_start_value: replacement.newStart,
    note: replacement.note,
    replaced_at: new Date(replacement.replacedAt).toISOString(),
    sent_at: new Date(sending.now).toISOString(),
    ...(replacement.timeChosen === true ? { is_time_chosen: true } : {}),
  })
  return attemptRecord(createReplacement, replacement, body, sending)
}
