import { BlockList, isIP, isIPv6 } from 'node:net'

const reserved = new BlockList()
// IANA’s registries of special-purpose addresses.
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  reserved.addSubnet(network, bits, 'ipv4')
}
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reserved.addSubnet(network, bits, 'ipv6')
}

export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? global6.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
    : !reserved.check(address, 'ipv4')

/**
 * Whether a push service may be at this URL, judged by the URL alone: https, and a public name or address. Resolved
 * addresses are checked when sending.
 */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) > 0) return isPublicAddress(host)
  return host.includes('.') && !/\.(localhost|local|internal|lan|home|arpa)\.?$/.test(host)
}
