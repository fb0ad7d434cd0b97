// Covers docs/requirements.md: 565

import { describe, expect, it } from 'vitest'
import { isIpAllowed, networkOf, withoutPort } from './ip-address.ts'

describe('isAddressAllowed', () => {
  it.each([
    [null, '203.0.113.9', true],
    [[], '203.0.113.9', true],
    [['203.0.113.9'], '203.0.113.9', true],
    [['203.0.113.9'], '::ffff:203.0.113.9', true],
    [['203.0.113.0/30'], '203.0.113.3', true],
    [['203.0.113.0/30'], '203.0.113.4', false],
    [[' 203.0.113.9 '], '203.0.113.9', true],
    [['2001:db8::/33'], '2001:db8:7fff::1', true],
    [['2001:db8::/33'], '2001:db8:8000::1', false],
    [['not an address'], '203.0.113.9', false],
    [['0.0.0.0/99', '203.0.113.9'], '203.0.113.9', true],
    [['0.0.0.0/99'], '203.0.113.9', false],
    [['203.0.113.9'], 'unknown', false],
  ])('%j lets %s in: %s', (list, address, expected) => {
    expect(isIpAllowed(list, address)).toBe(expected)
  })
})

it.each([
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', 'unknown'],
])('%s in a forwarded header is the address %s', (forwarded, address) => {
  expect(withoutPort(forwarded)).toBe(address)
})

describe('callerOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1'],
    ['2001:0db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1:2:3:4', 'fe80:0:0:0'],
  ])('%s is counted as %s', (address, caller) => {
    expect(networkOf(address)).toBe(caller)
  })
})
