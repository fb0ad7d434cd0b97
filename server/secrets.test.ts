import { createECDH } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartError } from './env.ts'
import { deriveSecrets, loadSecrets } from './secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kenshin-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('makes secrets once, at random, and keeps them for their owner only', () => {
  const made = loadSecrets(folder)
  expect(loadSecrets(folder)).toEqual(made)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  rmSync(join(folder, 'secrets.json'))
  expect(loadSecrets(folder).secret).not.toBe(made.secret)
})

it('never makes new secrets over broken ones: every session would end and the database would be shut', () => {
  writeFileSync(join(folder, 'secrets.json'), '{"secret":"half')
  expect(() => loadSecrets(folder)).toThrow(StartError)
})

it('gives each purpose a key of its own', () => {
  const { tokenKey, pictureKey, codeKey } = deriveSecrets('x'.repeat(32))
  const keys = [tokenKey, pictureKey, codeKey].map((key) => Buffer.from(key).toString('hex'))
  expect(new Set(keys).size).toBe(3)
  expect(deriveSecrets('x'.repeat(32)).tokenKey).toEqual(tokenKey)
})

it('gives push services the same key at each start, since browsers subscribe to it', () => {
  const { pushKeys } = deriveSecrets('x'.repeat(32))
  expect(deriveSecrets('x'.repeat(32)).pushKeys).toEqual(pushKeys)
  expect(deriveSecrets('y'.repeat(32)).pushKeys.publicKey).not.toBe(pushKeys.publicKey)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(pushKeys.privateKey, 'base64url')
  expect(pair.getPublicKey('base64url')).toBe(pushKeys.publicKey)
})
