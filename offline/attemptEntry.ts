import * as z from 'zod/mini'
import { captureEndpoints } from '../contract/captures.ts'
import type { Attempt } from './attempt.ts'
import { attemptRecord, type Sending } from './attemptRecord.ts'
import type { Entry } from './rows.ts'

/** Sends one value without a photograph once. Never throws for network or server errors. */
export function attemptEntry(entry: Entry, sending: Sending): Promise<Attempt> {
  const { createTypedReading } = captureEndpoints
  const body = z.safeEncode(createTypedReading.body, {
    meter_id: entry.meterId,
    value: entry.value,
    ...(entry.confirmedDoubts.length > 0 ? { confirmed_doubts: entry.confirmedDoubts } : {}),
    measured_at: new Date(entry.capturedAt).toISOString(),
    sent_at: new Date(sending.now).toISOString(),
    ...(entry.timeChosen ? { is_time_chosen: true } : {}),
  })
  return attemptRecord(createTypedReading, entry, body, sending)
}
