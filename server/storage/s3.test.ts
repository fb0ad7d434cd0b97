// Covers docs/requirements.md: 475

import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../tests/support/server/app.ts'
import { type S3Server, startS3 } from '../../tests/support/server/s3-server.ts'
import { closeAll, type Disposers } from '../close-all.ts'
import { readEnv } from '../env.ts'
import { parsePicture, recordPicture, storePicture } from '../features/pictures/index.ts'
import { presenterFor } from '../presenter.ts'
import { openStorage } from './open-storage.ts'
import type { PictureKey, Storage } from './storage.ts'

let server: S3Server
let settings: S3Server['settings']
beforeAll(async () => {
  server = await startS3()
  settings = server.settings
})
afterAll(() => server.close())

const opened: Disposers = []
afterAll(() => closeAll(opened))
const open = (more: Record<string, string> = {}): Promise<Storage> =>
  openStorage(readEnv({ ...settings, ...more }), opened)

const keyOf = (bytes: Uint8Array, organizationId = 1): PictureKey => ({
  organizationId,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  variant: 'original',
})
const anHour = 3_600_000

describe('a bucket', () => {
  it('gives back what was put, under the organization that put it only, and forgets what is removed', async () => {
    const storage = await open()
    const bytes = Buffer.alloc(300_000, 5)
    const key = keyOf(bytes)
    await Promise.all([storage.put(key, bytes), storage.put(key, bytes)])
    expect(Buffer.from((await storage.get(key)) ?? [])).toEqual(bytes)
    expect(await storage.get(keyOf(bytes, 2))).toBeNull()
    expect(await storage.get({ ...key, variant: 'thumbnail' })).toBeNull()
    expect(await storage.remove(key, new Date(Date.now() - anHour))).toBe(false)
    expect(await storage.get(key)).not.toBeNull()
    expect(await storage.remove(key, new Date(Date.now() + anHour))).toBe(true)
    expect(await storage.get(key)).toBeNull()
    expect(await storage.remove(key, new Date(Date.now() + anHour))).toBe(true)
  })

  it('accepts the same picture from many callers at once, and returns it whole while it is written again', async () => {
    const storage = await open()
    const bytes = Buffer.alloc(2_000_000, 7)
    const key = keyOf(bytes)
    await storage.put(key, bytes)
    const callers = Array.from({ length: 12 }, async (_, caller) => {
      for (let turn = 0; turn < 5; turn++) {
        if (caller % 2 === 0) await storage.put(key, bytes)
        else expect(Buffer.from((await storage.get(key)) ?? []).equals(bytes)).toBe(true)
      }
    })
    await Promise.all(callers)
  })

  it('holds the pictures of the whole server, none in DATA_DIR', async () => {
    const test = await createTestApp({ settings: { ...settings, S3_PREFIX: 'kenshin/' } })
    try {
      const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#708090' } })
        .jpeg()
        .toBuffer()
      const picture = await parsePicture(bytes, 'body')
      await storePicture(test.deps.storage, test.own.id, picture)
      await test.deps.database.asSystem((tx) => recordPicture(tx, test.own.id, picture))
      const present = presenterFor(test.deps, { organizationId: test.own.id, timeZone: 'Asia/Tokyo' })
      for (const variant of ['original', 'thumbnail'] as const) {
        const answer = await test.ask('GET', present.picture(picture.sha256, variant) ?? '')
        expect([answer.status, (await sharp(answer.bytes).metadata()).width]).toEqual([
          200,
          variant === 'original' ? 900 : 480,
        ])
      }
      expect(readdirSync(test.dataDir)).not.toContain('pictures')
    } finally {
      await test.close()
    }
  })

  it.each([
    ['S3_BUCKET', { S3_BUCKET: 'nobodys' }, 'バケットがありません'],
    ['S3_ACCESS_KEY_ID', { S3_ACCESS_KEY_ID: 'WRONG', S3_SECRET_ACCESS_KEY: 'secret' }, '拒否されました'],
    ['S3_ENDPOINT', { S3_ENDPOINT: 'http://127.0.0.1:9' }, '接続できません'],
  ])(
    'that does not answer is told at the start, with %s and without a secret',
    async (name, wrong, words) => {
      const failure = await open(wrong).then(() => '', String)
      expect(failure).toContain(words)
      expect(failure).toContain(name)
      expect(failure).not.toMatch(/secret-of-tests|WRONG|: secret/)
    },
  )
})
