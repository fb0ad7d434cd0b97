import * as z from 'zod/mini'
import { captureEndpoints, captureHeaders, captureQuery } from '../contract/captures.ts'
import { pictureLimit } from '../contract/pictures.ts'
import { request } from './answers.ts'
import { type Attempt, failingAt, judge, mismatch, storedHeadersOf } from './attempt.ts'
import type { Capture } from './captures.ts'
import { sha256Of } from './digest.ts'

const shortestTimeout = 30_000
/** A sync event is killed after 3 minutes; an attempt must end before. */
const longestTimeout = 149_000
/** A bad mobile line: 64 kbit/s. */
const bytesPerMillisecond = 8

/** Timeout in milliseconds. */
export function uploadTimeout(byteLength: number): number {
  return Math.min(longestTimeout, shortestTimeout + byteLength / bytesPerMillisecond)
}

/** Sends one photograph once. Never throws for network or server errors. */
export async function attemptCapture(
  capture: Capture,
  bytes: ArrayBuffer | null,
  access: string,
  now: number,
  origin?: string,
): Promise<Attempt> {
  const failure = failingAt(now)
  if (!bytes || bytes.byteLength !== capture.byteLength || (await sha256Of(bytes)) !== capture.sha256)
    return { outcome: 'damaged', failure: failure('bytes_damaged', null) }

  const headers = z.safeEncode(captureHeaders, {
    ...storedHeadersOf(capture),
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
  if (answer.kind !== 'success') return judge(answer, failure)
  const { id, key, sha256, length } = answer.data
  if (key === capture.id && sha256 === capture.sha256 && length === capture.byteLength)
    return { outcome: 'received', serverId: id }
  return mismatch(failure)
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
