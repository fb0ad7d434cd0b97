import * as z from 'zod/mini'
import { captureEndpoints, captureHeaders, captureQuery } from '../contract/captures.ts'
import { pictureLimit } from '../contract/pictures.ts'
import { type Answer, request } from './answers.ts'
import type { Capture, CaptureFailure } from './captures.ts'
import { sha256Of } from './digest.ts'

/** The outcome of one attempt. Only `received` allows deleting the bytes. */
export type Attempt =
  | { outcome: 'received'; readingId: number }
  | { outcome: 'unauthorized'; failure: CaptureFailure }
  | { outcome: 'retry'; failure: CaptureFailure; retryAfter: number | null; silent: boolean }
  | { outcome: 'rejected' | 'damaged'; failure: CaptureFailure }

const shortestTimeout = 30_000
/** A sync event is killed after 3 minutes; an attempt must end before. */
const longestTimeout = 149_000
/** A bad mobile line: 30 kB/s. */
const bytesPerMillisecond = 30

/** Timeout in milliseconds. */
function uploadTimeout(byteLength: number): number {
  return Math.min(longestTimeout, shortestTimeout + byteLength / bytesPerMillisecond)
}

/** Sends one photograph once. Never throws for network or server errors. */
export async function attempt(
  capture: Capture,
  bytes: ArrayBuffer | null,
  access: string,
  now: number,
  origin?: string,
): Promise<Attempt> {
  const failure = (code: CaptureFailure['code'], status: number | null, messages: string[] = []) => ({
    code,
    status,
    messages,
    at: now,
  })
  if (!bytes || bytes.byteLength !== capture.byteLength || (await sha256Of(bytes)) !== capture.sha256)
    return { outcome: 'damaged', failure: failure('bytes_damaged', null) }

  const headers = z.safeEncode(captureHeaders, {
    'idempotency-key': capture.id,
    'picture-sha256': capture.sha256,
    'picture-length': capture.byteLength,
  })
  const query = z.safeEncode(captureQuery, queryOf(capture, now))
  if (!headers.success || !query.success) {
    const code = capture.byteLength > pictureLimit ? 'payload_too_large' : 'validation_failed'
    return { outcome: 'rejected', failure: failure(code, null) }
  }

  const answer = await request(captureEndpoints.createCapture, {
    headers: {
      ...headers.data,
      'content-type': capture.mime,
      authorization: `Bearer ${access}`,
    },
    query: query.data,
    // A fresh body for each attempt: WebKit has sent bodies of stored files empty.
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(uploadTimeout(capture.byteLength)),
    ...(origin === undefined ? {} : { origin }),
  })
  if (answer.kind === 'success') {
    const { id, key, sha256, length } = answer.data
    if (key === capture.id && sha256 === capture.sha256 && length === capture.byteLength)
      return { outcome: 'received', readingId: id }
    return {
      outcome: 'retry',
      failure: failure('receipt_mismatch', null),
      retryAfter: null,
      silent: false,
    }
  }
  return judge(answer, failure)
}

function queryOf(capture: Capture, now: number) {
  const { value, valueSource, confirmedDoubts = [] } = capture
  return {
    meter_id: capture.meterId,
    captured_at: new Date(capture.capturedAt).toISOString(),
    sent_at: new Date(now).toISOString(),
    ...(value === null || valueSource === null ? {} : { value, value_source: valueSource }),
    ...(value === null || confirmedDoubts.length === 0 ? {} : { confirmed_doubts: confirmedDoubts }),
  }
}

/** Final for this photograph, whoever answers them (a proxy too). */
const refusals = new Set([413, 415, 422])
/**
 * Error codes for which a retry cannot succeed. Not `not_found`: a server that does not know this call yet
 * (before an update, after a rollback) sends it.
 */
const finalCodes = new Set(['validation_failed', 'reference_unknown'])
/** Error codes that need the owner to sign in again. */
const accountCodes = new Set(['forbidden', 'organization_inactive'])

function judge(
  answer: Exclude<Answer, { kind: 'success' }>,
  failure: (code: CaptureFailure['code'], status: number | null, messages?: string[]) => CaptureFailure,
): Attempt {
  if (answer.kind === 'none') {
    return { outcome: 'retry', failure: failure(answer.cause, null), retryAfter: null, silent: true }
  }
  const { status, retryAfter } = answer
  const reason =
    answer.kind === 'failure'
      ? failure(answer.failure.code, status, answer.failure.messages)
      : failure('foreign_answer', status)
  if (refusals.has(status) || finalCodes.has(reason.code)) return { outcome: 'rejected', failure: reason }
  if (status === 401 || accountCodes.has(reason.code)) return { outcome: 'unauthorized', failure: reason }
  return { outcome: 'retry', failure: reason, retryAfter, silent: false }
}
