import type { FastifyRequest } from 'fastify'
import type { Env } from '../../env.ts'
import { normalizeIp } from '../../ip-address.ts'

/**
 * Where people reach the console, for what is printed and scanned later. Without `PUBLIC_URL` only the caller knows,
 * and may say anything (`Host`): it is believed where it names the very address that its connection arrived at.
 * Null for every other name, such as that of a proxy.
 */
export function consoleUrlOf(
  { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>,
  request: FastifyRequest,
): string | null {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL
  const { host } = request.headers
  const { localAddress, localPort } = request.socket
  if (host === undefined || localAddress === undefined || !URL.canParse(`http://${host}`)) return null
  const { hostname, port, origin } = new URL(`http://${host}`)
  const address = normalizeIp(localAddress)
  const isLoopback = /^(127\.|::1$)/.test(address)
  const isOwn = hostname.replace(/^\[(.*)\]$/, '$1') === address || (isLoopback && hostname === 'localhost')
  return isOwn && Number(port || 80) === localPort ? origin : null
}
