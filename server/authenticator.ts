import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Authenticate } from './api/adapter.ts'
import { Failure } from './api/call.ts'
import type { Deps } from './deps.ts'
import { authenticateKey, keyOf } from './features/keys/index.ts'
import { authenticate, sessionIdOfToken } from './features/sessions/index.ts'
import { networkOf } from './ip-address.ts'

/** For a device, which cannot sign in. */
const missingKey = {
  path: 'APIKEY',
  message:
    'APIキーがありません。Basic 認証、または APIKEY ヘッダーで「アクセスキー:シークレットキー」を送信してください',
}

/** Returns the function that identifies callers by their token or API key. */
export function createAuthenticator(app: FastifyInstance, deps: Deps): Authenticate {
  const limit = limitRefusedCalls(app, deps)
  return async (request, access) => {
    const key = keyOf(request)
    try {
      if (key === null) return await authenticate(deps, request)
      return await authenticateKey(deps, request, key, () => limit(request))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (!['key_unknown', 'too_many_requests'].includes(error.code)) await limit(request)
      if (access === 'device' && error.code === 'unauthenticated')
        throw new Failure('unauthenticated', { issues: [missingKey] })
      throw error
    }
  }
}

/**
 * Rate limit for refused calls only: callers with access do not notice what others do at the same address. A token of
 * ours is counted by its session, so that its owner still learns that it expired.
 */
function limitRefusedCalls(app: FastifyInstance, deps: Deps): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({
    max: Math.ceil(deps.env.RATE_LIMIT / 25),
    timeWindow: '1 minute',
    keyGenerator: async (request) => {
      const sessionId = await sessionIdOfToken(deps, request)
      return sessionId === null ? networkOf(request.address) : `session ${sessionId}`
    },
  })
  return async (request) => {
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    const message = `拒否される送信は、同じ回線から1分間に ${counted.max} 回までです`
    throw new Failure('too_many_requests', {
      issues: [{ path: 'call', message }],
      retryAfter: counted.ttlInSeconds,
    })
  }
}
