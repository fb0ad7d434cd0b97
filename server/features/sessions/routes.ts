import type { Endpoint } from '../../../contract/calls/endpoint.ts'
import { type Call, longRoute, route, sessionIdOf } from '../../api/call.ts'
import { parseMarkCookie, serializeMarkCookie } from './device-mark.ts'
import { changePassword, confirmForgotPassword, forgotPassword } from './password-service.ts'
import { deleteSubscriptionsOf, endSession } from './repository.ts'
import { type CallContext, login, refresh } from './service.ts'
import { endOwnSession, listSignedInDevices } from './signed-in-devices.ts'

type Asked = Pick<Call<Endpoint>, 'deps' | 'log' | 'request' | 'reply'>

const caller = ({ deps, log, request }: Asked): CallContext => ({
  deps,
  log,
  address: request.address,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
})

function setMarkCookie({ deps, request, reply }: Asked, mark: string): void {
  const secure = request.protocol === 'https' || deps.env.PUBLIC_URL?.startsWith('https:') === true
  reply.header('set-cookie', serializeMarkCookie(mark, secure))
}

export const sessionRoutes = [
  route('login', async (call) => {
    const { tokens, mark } = await login(
      caller(call),
      call.body,
      parseMarkCookie(call.request.headers.cookie),
    )
    setMarkCookie(call, mark)
    return { data: tokens }
  }),

  route('refresh', async (call) => ({ data: await refresh(caller(call), call.body) })),

  route('logout', async ({ deps, session, tx }) => {
    const sessionId = sessionIdOf(session)
    await endSession(tx, sessionId, 'logout', deps.clock())
    await deleteSubscriptionsOf(tx, sessionId)
    return { data: {} }
  }),

  route('forgotPassword', async (call) => {
    await forgotPassword(caller(call), call.body)
    return { data: {} }
  }),

  route('mailDelivery', async ({ deps }) => ({
    data: { ...(deps.env.SMTP_URL === undefined && { mails_to_folder: true as const }) },
  })),

  route('confirmForgotPassword', async (call) => {
    const { mark } = await confirmForgotPassword(caller(call), call.body)
    setMarkCookie(call, mark)
    return { data: {} }
  }),

  longRoute('changePassword', async (call) => {
    await changePassword(caller(call), call.session, call.body)
    return { data: {} }
  }),

  longRoute('signedInDevices', async ({ deps, session }) => ({
    data: await listSignedInDevices(deps, session),
  })),

  longRoute('endSession', async ({ deps, session, params }) => {
    await endOwnSession(deps, session, params.id)
    return { data: { id: params.id } }
  }),
]
