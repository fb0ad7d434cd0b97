import { expect, test } from 'vitest'
import { accessIpSetting, accessIpsSchema, isIpv4, splitIps, whiteIpsOf } from './accessIps.ts'

test('an address in full-width characters is accepted and sent in half-width ones', () => {
  const access = { setting: accessIpSetting.specified, ips: ['１９２．０．２．１ ', '192。0。2。2'] }
  expect(access.ips.map(isIpv4)).toEqual([true, true])
  expect(accessIpsSchema.safeParse(access).success).toBe(true)
  expect(whiteIpsOf(access)).toBe('192.0.2.1,192.0.2.2')
})

test.each(['192.0.2.1, 192.0.2.2', '192.0.2.1\n192.0.2.2\n', '192.0.2.1、１９２．０．２．２'])(
  'the list %j has two addresses',
  (text) => {
    expect(splitIps(text)).toEqual(['192.0.2.1', '192.0.2.2'])
  },
)
