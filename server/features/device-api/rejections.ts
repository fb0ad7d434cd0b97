import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type ErrorCode, errorStatus, type Issue } from '../../../contract/calls/errors.ts'
import {
  decodeHeader,
  deviceApiEndpoints,
  type RefusedRow,
  webhookRowSchema,
} from '../../../contract/device-api.ts'
import { toStorable } from '../../api/unstorable.ts'
import type { Deps } from '../../deps.ts'
import { refusedText } from './history-text.ts'
import { type CallingDevice, findBySerial, keepNumbers, keepRejection } from './repository.ts'
import { countRows, issuesOfRows } from './rows.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The device that makes the call, as soon as it is known. */
    callingDevice: CallingDevice | null
    /** Rows that were refused while the others were accepted; null: none. */
    refusedRows: Issue[] | null
  }
}

/**
 * Keeps the last refusal of each call of a device, or of some of its rows, which the device's detail shows, and the
 * numbers that a refused webhook named. In a transaction of its own, because that of a refused call is rolled back.
 */
export function recordRejections(app: FastifyInstance, { database, clock, log }: Deps): void {
  app.decorateRequest('callingDevice', null)
  app.decorateRequest('refusedRows', null)
  app.addHook('onResponse', async (request) => {
    const refusal = refusalOf(request)
    const call = request.routeOptions.schema?.operationId
    if (refusal === null || call === undefined || !(call in deviceApiEndpoints)) return
    const { code, issues } = refusal
    const at = clock()
    await database
      .asSystem(async (tx) => {
        const device = request.callingDevice ?? (await namedDevice(tx, request))
        if (device === null) return
        await keepRejection(tx, { ...device, call, at, code, issues: issues.map(storable) })
        await keepNumbers(tx, device, call === 'webhookValues' ? numbersOf(request.body) : [], at)
      })
      .catch((error: unknown) => log.error({ err: error }, 'failed to record a refused call of a device'))
  })
}

/** Returns why a call, or some of its rows, was refused. Null if nothing was, or if the server itself failed. */
function refusalOf({
  failureCode: code,
  failureIssues: issues,
  refusedRows,
}: FastifyRequest): { code: ErrorCode; issues: readonly Issue[] } | null {
  if (code !== null) return isRefusal(code) ? { code, issues } : null
  return refusedRows && { code: 'validation_failed', issues: refusedRows }
}

/**
 * Says in the answer, in the access log and among the device's refusals which rows of an accepted call were refused.
 * `path` is the field that holds the rows, null for the body itself.
 */
export function noteRefusedRows(
  request: FastifyRequest,
  refused: readonly RefusedRow[],
  total: number,
  path: string | null,
): void {
  const text = refusedText(refused)
  if (text === null) return
  request.remarks.push(text)
  request.refusedRows = [
    { path: path ?? 'body', message: `${total}件中${countRows(refused)}件を登録できませんでした` },
    ...issuesOfRows(refused, path),
  ]
}

/** A caller may have sent anything as the name of a field. */
const storable = ({ path, message }: Issue): Issue => ({
  path: toStorable(path),
  message: toStorable(message),
})

/**
 * Failures of the server itself are not the device's. A full disk is kept nevertheless, because many devices never send
 * a refused picture again, and nobody else would learn of it.
 */
const isRefusal = (code: ErrorCode) => errorStatus[code] < 500 || code === 'storage_full'

/** The device named by a call that was refused before its handler ran. */
async function namedDevice(
  tx: Parameters<typeof findBySerial>[0],
  { session, headers }: FastifyRequest,
): Promise<CallingDevice | null> {
  const serial = headers['device-serial']
  if (session === null || session.role !== null || typeof serial !== 'string') return null
  const { organizationId } = session
  const device = await findBySerial(tx, organizationId, decodeHeader(serial))
  return device === undefined ? null : { organizationId, deviceId: device.id }
}

function numbersOf(body: unknown): { name: string; value: string }[] {
  if (!Array.isArray(body)) return []
  return body.flatMap((row: unknown) => {
    const { success, data } = z.safeParse(webhookRowSchema, row)
    return success ? [{ name: toStorable(data.name), value: toStorable(data.value ?? '') }] : []
  })
}
