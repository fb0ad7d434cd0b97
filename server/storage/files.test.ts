import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileStorage, removePartialFiles } from './files.ts'
import type { PictureKey, Storage } from './storage.ts'

let folder: string
let storage: Storage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kenshin-storage-'))
  storage = fileStorage(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const keyOf = (bytes: Uint8Array, organizationId = 1): PictureKey => ({
  organizationId,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  variant: 'original',
})

it('gives back what was put, under the organization that put it only', async () => {
  const bytes = Buffer.from('picture one')
  await storage.put(keyOf(bytes), bytes)
  expect(Buffer.from((await storage.get(keyOf(bytes))) ?? [])).toEqual(bytes)
  expect(await storage.get(keyOf(bytes, 2))).toBeNull()
  expect(await storage.get({ ...keyOf(bytes), variant: 'thumbnail' })).toBeNull()
})

it('takes the same bytes from many at once and leaves one whole file', async () => {
  const bytes = Buffer.alloc(300_000, 5)
  const key = keyOf(bytes)
  await Promise.all(Array.from({ length: 8 }, () => storage.put(key, bytes)))
  expect(Buffer.from((await storage.get(key)) ?? [])).toEqual(bytes)
  expect(await readdir(join(folder, '1', key.sha256.slice(0, 2)))).toEqual([key.sha256])
})

it('replaces a file that is shorter than it should be', async () => {
  const bytes = Buffer.from('picture two')
  const key = keyOf(bytes)
  await storage.put(key, bytes)
  await writeFile(join(folder, '1', key.sha256.slice(0, 2), key.sha256), 'pic')
  await storage.put(key, bytes)
  expect(Buffer.from((await storage.get(key)) ?? [])).toEqual(bytes)
})

it('removes a file, but not one that was put since, even where it was there before', async () => {
  const bytes = Buffer.from('picture four')
  const key = keyOf(bytes)
  await storage.put(key, bytes)
  const ago = new Date(Date.now() - 3_600_000)
  const path = join(folder, '1', key.sha256.slice(0, 2), key.sha256)
  await utimes(path, ago, ago)
  await storage.put(key, bytes)
  expect(await storage.remove(key, new Date(Date.now() - 60_000))).toBe(false)
  await utimes(path, ago, ago)
  expect(await storage.remove(key, new Date(Date.now() - 60_000))).toBe(true)
  expect(await storage.get(key)).toBeNull()
  expect(await storage.remove(key, new Date())).toBe(true)
})

it('is rid of what a killed process left, and of nothing that is whole or under way', async () => {
  const bytes = Buffer.from('picture three')
  const key = keyOf(bytes)
  await storage.put(key, bytes)
  const file = join(folder, '1', key.sha256.slice(0, 2), key.sha256)
  const started = new Date('2026-11-20T00:00:00Z')
  const ago = new Date(started.getTime() - 1000)
  for (const name of ['left.part', 'underway.part']) await writeFile(`${file}.${name}`, 'pic')
  await utimes(`${file}.left.part`, ago, ago)
  await utimes(file, ago, ago)
  expect(await removePartialFiles(folder, started)).toBe(1)
  const kept = await readdir(join(folder, '1', key.sha256.slice(0, 2)))
  expect(kept.filter((name) => name.startsWith(key.sha256)).sort()).toEqual([
    key.sha256,
    `${key.sha256}.underway.part`,
  ])
  expect(await removePartialFiles(join(folder, 'not yet there'), started)).toBe(0)
})
