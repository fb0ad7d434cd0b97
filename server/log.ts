import { DrizzleQueryError } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { type DestinationStream, destination, type Logger, pino, stdSerializers } from 'pino'
import type { Env } from './env.ts'

export type Log = FastifyBaseLogger

// Synchronous: in order with other output, and nothing is lost at the end.
const standardOutput = () => destination({ dest: 1, sync: true })

/** Never logged: tokens, passwords, codes, and signatures of picture URLs (so no query strings). */
export const createLog = (level: Env['LOG_LEVEL'], to: DestinationStream = standardOutput()): Logger =>
  pino(
    {
      level,
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          path: request.url.split('?')[0],
          address: request.address,
        }),
        err: (error: Error) =>
          error instanceof DrizzleQueryError ? withoutParameters(error) : stdSerializers.err(error),
      },
    },
    to,
  )

/** The failed query without its parameters: hashes, mails with codes. */
function withoutParameters({ query, cause, stack = '' }: DrizzleQueryError) {
  const { detail, where, stack: _driver, ...said } = stdSerializers.err(cause ?? new Error('failed query'))
  return { ...said, query, stack: stack.match(/^ {4}at .*$/gm)?.join('\n') }
}
