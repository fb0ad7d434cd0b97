import type { FastifyRequest } from 'fastify'
import { destination, type Logger, pino } from 'pino'
import type { Env } from './env.ts'

/** Never in the log: tokens, passwords, codes, and the signatures of picture addresses (so no query). */
export const createLog = (level: Env['LOG_LEVEL']): Logger =>
  pino(
    {
      level,
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          path: request.url.split('?')[0],
          address: request.ip,
        }),
      },
    },
    // In order with what else is printed, and nothing lost at the end.
    destination({ dest: 1, sync: true }),
  )
