import * as z from 'zod/mini'
import type { amendmentReceipt } from '../contract/amendments.ts'
import type { recordReceipt, storedHeaders } from '../contract/receipts.ts'
import { request } from './answers.ts'
import { type Attempt, failingAt, judge, mismatch, storedHeadersOf } from './attempt.ts'
import type { Sendable } from './sendable.ts'

/** Milliseconds. */
export const recordTimeout = 30_000

interface RecordEndpoint {
  method: string
  path: string
  headers: typeof storedHeaders
  data: typeof recordReceipt | typeof amendmentReceipt
}

export interface Sending {
  access: string
  now: number
  origin?: string | undefined
}

/** Sends a row without a photograph once. Never throws for network or server errors. */
export async function attemptRecord(
  endpoint: RecordEndpoint,
  row: Pick<Sendable, 'id' | 'meterId' | 'clockOffset'>,
  body: z.util.SafeParseResult<object>,
  { access, now, origin }: Sending,
): Promise<Attempt> {
  const failure = failingAt(now)
  const headers = z.safeEncode(endpoint.headers, storedHeadersOf(row))
  if (!headers.success || !body.success)
    return { outcome: 'rejected', failure: failure('validation_failed', null) }

  const answer = await request(endpoint, {
    headers: { ...headers.data, 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: JSON.stringify(body.data),
    signal: AbortSignal.timeout(recordTimeout),
    ...(origin === undefined ? {} : { origin }),
  })
  if (answer.kind !== 'success') return judge(answer, failure)
  const receipt = answer.data
  return receipt.key === row.id && receipt.meter_id === row.meterId
    ? { outcome: 'received', serverId: 'id' in receipt ? receipt.id : null }
    : mismatch(failure)
}
