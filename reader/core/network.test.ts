import { describe, expect, test } from 'vitest'
import { createNetwork } from './network.ts'

describe('a network', () => {
  test('refuses a file that is cut off', () => {
    expect(() => createNetwork(new ArrayBuffer(16))).toThrow()
  })
})
