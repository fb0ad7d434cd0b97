import type { Endpoint } from '../../../contract/endpoint.ts'
import { type Call, route } from '../../api/call.ts'
import { markCookie, readMark } from './device-mark.ts'
import { changePassword, confirmForgotPassword, forgotPassword } from './password-service.ts'
import { endSession } from './repository.ts'
import { type Caller, login, refresh } from './service.ts'

const caller = ({ deps, log, request }: Call<Endpoint>): Caller => ({ deps, log, address: request.ip })

export const sessionRoutes = [
  route('login', async (call) => {
    const { deps, request, reply } = call
    const { tokens, mark } = await login(caller(call), call.body, readMark(request.headers.cookie))
    const secure = request.protocol === 'https' || deps.env.PUBLIC_URL?.startsWith('https:') === true
    reply.header('set-cookie', markCookie(mark, secure))
    return { data: tokens }
  }),

  route('refresh', async (call) => ({ data: await refresh(caller(call), call.body) })),

  route('logout', async ({ deps, session, tx }) => {
    await endSession(tx, session.sessionId, 'logout', deps.clock())
    return { data: {} }
  }),

  route('forgotPassword', async ({ deps, body }) => {
    await forgotPassword(deps, body)
    return { data: {} }
  }),

  route('confirmForgotPassword', async (call) => {
    await confirmForgotPassword(caller(call), call.body)
    return { data: {} }
  }),

  route('changePassword', async (call) => {
    await changePassword(caller(call), call.session, call.body)
    return { data: {} }
  }),
]
