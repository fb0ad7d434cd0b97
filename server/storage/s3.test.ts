import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../tests/support/app.ts'
import { readEnv } from '../env.ts'
import { parsePicture, recordPicture, storePicture } from '../features/pictures/index.ts'
import { presenterFor } from '../presenter.ts'
import { openStorage } from './open.ts'
import type { PictureKey, Storage } from './storage.ts'

const program = createRequire(import.meta.url).resolve('@20minutes/s3rver/lib/cli.js')

let folder: string
let server: ChildProcess
let settings: Record<string, string>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kenshin-s3-'))
  server = spawn(
    process.execPath,
    [
      '--eval',
      // The package names a command and does not contain it.
      `require(${JSON.stringify(program)}).parseAsync(['', '', ...process.argv.slice(1)])`,
      '--',
      // It computes other signatures of SDK v3's calls than AWS does; unknown keys are refused all the same.
      '--allow-mismatched-signatures',
      ...['--directory', folder, '--port', '0', '--configure-bucket', 'pictures'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const output = server.stdout
  if (output === null) throw new Error('no output')
  for await (const line of createInterface({ input: output })) {
    const port = /listening on .*?(\d+)\D*$/.exec(line)?.[1]
    if (port === undefined) continue
    settings = {
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }
    break
  }
  output.resume()
})
afterAll(() => {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
})

const opened: (() => void)[] = []
afterAll(() => {
  for (const close of opened) close()
})
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
      expect(failure).not.toMatch(/S3RVER|WRONG|: secret/)
    },
  )
})
