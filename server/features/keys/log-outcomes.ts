import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { logMessage } from './authenticate-key.ts'
import { setLogMessage } from './repository.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Row of the access log. Null if the call was made without a key or the key was refused. */
    accessLogId: number | null
  }
}

/** Adds to the access log why a call with a key was refused, or what was ignored in it. */
export function logOutcomes(app: FastifyInstance, { database, log }: Deps): void {
  app.decorateRequest('accessLogId', null)
  app.addHook('onResponse', async (request) => {
    const { accessLogId, failureCode, remarks } = request
    if (accessLogId === null || (failureCode === null && remarks.length === 0)) return
    await database
      .asSystem((tx) => setLogMessage(tx, accessLogId, logMessage(request, failureCode)))
      .catch((error: unknown) => log.error({ err: error }, 'failed to add the outcome to the access log'))
  })
}
