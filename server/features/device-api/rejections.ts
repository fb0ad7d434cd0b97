import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { decodeHeader, deviceApiEndpoints, webhookRowSchema } from '../../../contract/device-api.ts'
import { type ErrorCode, errorStatus, type Issue } from '../../../contract/errors.ts'
import { toStorable } from '../../api/unstorable.ts'
import type { Deps } from '../../deps.ts'
import { type CallingDevice, findBySerial, keepNumbers, keepRejection } from './repository.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The device that makes the call, as soon as it is known. */
    callingDevice: CallingDevice | null
  }
}

/**
 * Keeps the last refusal of each call of a device, which its detail shows, and the numbers that a refused webhook named.
 * In a transaction of its own, because that of the call is rolled back.
 */
export function recordRejections(app: FastifyInstance, { database, clock, log }: Deps): void {
  app.decorateRequest('callingDevice', null)
  app.addHook('onResponse', async (request) => {
    const { failureCode: code, failureIssues: issues } = request
    const call = request.routeOptions.schema?.operationId
    if (code === null || !isRefusal(code) || call === undefined || !(call in deviceApiEndpoints)) return
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

/** A caller may have sent anything as the name of a field. */
const storable = ({ path, message }: Issue): Issue => ({
  path: toStorable(path),
  message: toStorable(message),
})

/** Failures of the server itself are not the device's. */
const isRefusal = (code: ErrorCode) => errorStatus[code] < 500

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
