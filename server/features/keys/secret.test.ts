// Covers docs/requirements.md: 345, 373

import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { decryptSecret, encryptSecret, makeAccessKey, makeSecretKey } from './secret.ts'

const key = randomBytes(32)

it('keys have the lengths that are promised, and no two are equal', () => {
  const made = Array.from({ length: 200 }, makeAccessKey)
  expect(made.every((each) => /^[A-Za-z0-9]{20}$/.test(each))).toBe(true)
  expect(new Set(made).size).toBe(200)
  expect(makeSecretKey()).toMatch(/^[A-Za-z0-9]{40}$/)
})

it('a secret is read again by the same key for the same access key only', () => {
  const secret = makeSecretKey()
  const kept = encryptSecret(key, 'A', secret)
  expect(kept).not.toContain(secret)
  expect(encryptSecret(key, 'A', secret)).not.toBe(kept)
  expect(decryptSecret(key, 'A', kept)).toBe(secret)
  expect(() => decryptSecret(key, 'B', kept)).toThrow()
  expect(() => decryptSecret(randomBytes(32), 'A', kept)).toThrow()
})
