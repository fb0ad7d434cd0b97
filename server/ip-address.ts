import { BlockList, isIP, SocketAddress } from 'node:net'
import { compile } from '@fastify/proxy-addr'

/** Of a caller whose connection was reset before its address was read; no list of allowed addresses includes it. */
export const unknownAddress = 'unknown'

/** Some proxies, such as Azure's, add the port of the connection to `X-Forwarded-For`. */
export const withoutPort = (address: string): string =>
  address.replace(/^(?:(\d+(?:\.\d+){3})|\[([^\]]*)\])(?::\d+)?$/, '$1$2')

/**
 * Returns whether an address in front of the server is one of the trusted proxies, which may add their ports too. The
 * address is undefined once the connection was reset.
 */
export function trustProxies(proxies: string[]): (address: string | undefined, hop: number) => boolean {
  const isTrusted = compile(proxies)
  return (address = unknownAddress, hop) => isTrusted(withoutPort(address), hop)
}

/** Unmaps IPv4 addresses of IPv6 sockets. */
export const normalizeIp = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** What a caller cannot change at will: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = normalizeIp(address)
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('::')
  const left = head.split(':').filter((part) => part !== '')
  const right = tail?.split(':').filter((part) => part !== '') ?? []
  const zeros = Array.from(
    { length: tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length) },
    () => '0',
  )
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}

/** Whether a user may come from `address`; an empty list allows all. Entries are addresses or CIDR ranges. */
export function isIpAllowed(whiteIps: readonly string[] | null, address: string): boolean {
  if (whiteIps === null || whiteIps.length === 0) return true
  const plain = normalizeIp(address)
  const family = familyOf(plain)
  if (family === null) return false
  const list = new BlockList()
  for (const entry of whiteIps) {
    const [ip = '', bits] = entry.trim().split('/')
    const entryFamily = familyOf(ip)
    if (entryFamily === null) continue
    if (bits === undefined) list.addAddress(ip, entryFamily)
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (entryFamily === 'ipv4' ? 32 : 128)) {
      list.addSubnet(ip, Number(bits), entryFamily)
    }
  }
  return list.check(new SocketAddress({ address: plain, family }))
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : null
}
