import { DrizzleQueryError } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { type DestinationStream, destination, type Logger, pino, stdSerializers } from 'pino'
import type { Env } from './env.ts'

export type Log = FastifyBaseLogger

// In order with what else is printed, and nothing lost at the end.
const standardOutput = () => destination({ dest: 1, sync: true })

/** Never in the log: tokens, passwords, codes, and the signatures of picture addresses (so no query). */
export const createLog = (level: Env['LOG_LEVEL'], to: DestinationStream = standardOutput()): Logger =>
  pino(
    {
      level,
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          path: request.url.split('?')[0],
          address: request.ip,
        }),
        err: (error: Error) =>
          error instanceof DrizzleQueryError ? withoutParameters(error) : stdSerializers.err(error),
      },
    },
    to,
  )

/** What the database said of which query, from where; not what it was asked with: hashes, letters with their codes. */
function withoutParameters({ query, cause, stack = '' }: DrizzleQueryError) {
  const { detail, where, stack: _driver, ...said } = stdSerializers.err(cause ?? new Error('failed query'))
  return { ...said, query, stack: stack.match(/^ {4}at .*$/gm)?.join('\n') }
}
