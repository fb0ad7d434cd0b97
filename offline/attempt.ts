import type { Answer } from './answers.ts'
import type { Sendable, SendFailure } from './sendable.ts'

/** The outcome of one attempt. Only `received` allows deleting what was sent. */
export type Attempt =
  | {
      outcome: 'received' /** Of the row on the server; null for what changes another row. */
      serverId: number | null
    }
  | { outcome: 'unauthorized'; failure: SendFailure }
  /** `stalled`: the line or the server fails, so the next row would fail too. */
  | { outcome: 'retry'; failure: SendFailure; retryAfter: number | null; stalled: boolean }
  | { outcome: 'rejected' | 'damaged'; failure: SendFailure }

/** What the contract calls `storedHeaders`, of a row. */
export const storedHeadersOf = ({ id, clockOffset }: Pick<Sendable, 'id' | 'clockOffset'>) => ({
  'idempotency-key': id,
  ...(typeof clockOffset === 'number' ? { 'clock-offset': clockOffset } : {}),
})

type Failing = (code: SendFailure['code'], status: number | null, messages?: string[]) => SendFailure

export const failingAt =
  (at: number): Failing =>
  (code, status, messages = []) => ({ code, status, messages, at })

/** Final for this row, whoever answers them (a proxy too). */
const refusals = new Set([413, 415, 422])
/**
 * Error codes for which a retry cannot succeed. Not `not_found`: a server that does not know this call yet
 * (before an update, after a rollback) sends it.
 */
const finalCodes = new Set(['validation_failed', 'reference_unknown'])
/** Error codes that need the owner to sign in again. */
const accountCodes = new Set(['forbidden', 'organization_inactive'])

export function judge(answer: Exclude<Answer, { kind: 'success' }>, failure: Failing): Attempt {
  if (answer.kind === 'none') {
    return { outcome: 'retry', failure: failure(answer.cause, null), retryAfter: null, stalled: true }
  }
  const { status, retryAfter } = answer
  const reason =
    answer.kind === 'failure'
      ? failure(answer.failure.code, status, answer.failure.messages)
      : failure('foreign_answer', status)
  if (refusals.has(status) || finalCodes.has(reason.code)) return { outcome: 'rejected', failure: reason }
  if (status === 401 || accountCodes.has(reason.code)) return { outcome: 'unauthorized', failure: reason }
  // A portal's page may ask for an hour; our server is not behind it.
  return {
    outcome: 'retry',
    failure: reason,
    retryAfter: answer.kind === 'failure' ? retryAfter : null,
    stalled: answer.kind === 'foreign' || status === 429 || (status >= 500 && reason.code !== 'storage_full'),
  }
}

/** An answer of our server that names something else than what was sent. */
export const mismatch = (failure: Failing): Attempt => ({
  outcome: 'retry',
  failure: failure('receipt_mismatch', null),
  retryAfter: null,
  stalled: false,
})
