import type { FastifyRequest } from 'fastify'
import type { Env } from './env.ts'
import { normalizeIp } from './ip-address.ts'

/**
 * The console’s URL for what is printed and scanned later. Without `PUBLIC_URL` the Host header is trusted where it
 * names the address that the connection arrived at; null for any other name, such as a proxy’s.
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
