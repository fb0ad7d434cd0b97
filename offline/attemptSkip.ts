import * as z from 'zod/mini'
import { roundEndpoints } from '../contract/rounds.ts'
import { request } from './answers.ts'
import { type Attempt, failingAt, judge, mismatch } from './attempt.ts'
import type { Skip } from './rows.ts'

/** Milliseconds. */
const timeout = 30_000

/** Sends one skip once. Never throws for network or server errors. */
export async function attemptSkip(
  skip: Skip,
  access: string,
  now: number,
  origin?: string,
): Promise<Attempt> {
  const failure = failingAt(now)
  const { createSkip } = roundEndpoints
  const headers = z.safeEncode(createSkip.headers, { 'idempotency-key': skip.id })
  const body = z.safeEncode(createSkip.body, {
    meter_id: skip.meterId,
    reason: skip.reason,
    note: skip.note,
    skipped_at: new Date(skip.skippedAt).toISOString(),
    sent_at: new Date(now).toISOString(),
  })
  if (!headers.success || !body.success)
    return { outcome: 'rejected', failure: failure('validation_failed', null) }

  const answer = await request(createSkip, {
    headers: { ...headers.data, 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: JSON.stringify(body.data),
    signal: AbortSignal.timeout(timeout),
    ...(origin === undefined ? {} : { origin }),
  })
  if (answer.kind !== 'success') return judge(answer, failure)
  const { id, key, meter_id } = answer.data
  return key === skip.id && meter_id === skip.meterId
    ? { outcome: 'received', serverId: id }
    : mismatch(failure)
}
