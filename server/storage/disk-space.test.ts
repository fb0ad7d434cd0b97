import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startFullBucket } from '../../tests/support/server/full-bucket.ts'
import { closeAll, type Disposers } from '../close-all.ts'
import { readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { createDiskSpace, diskStateOf, foldersOf, reserveOf, worstState } from './disk-space.ts'
import { keepReserve } from './keep-reserve.ts'
import { openStorage } from './open-storage.ts'
import type { PictureKey, Storage } from './storage.ts'

const GB = 1_000_000_000

describe('reserveOf', () => {
  it.each([
    ['a small volume keeps 1 GB', 10 * GB, undefined, GB],
    ['a large volume keeps 5 %', 200 * GB, undefined, 10 * GB],
    ['the setting replaces the default', 200 * GB, 3 * GB, 3 * GB],
    ['a setting of 0 keeps nothing', 200 * GB, 0, 0],
  ])('%s', (_, size, setting, reserve) => expect(reserveOf(size, setting)).toBe(reserve))
})

describe('diskStateOf', () => {
  it.each([
    ['ok', 10 * GB],
    ['low', 10 * GB - 1],
    ['low', 5 * GB],
    ['full', 5 * GB - 1],
  ])('returns %s with %d of 100 GB free', (state, free) =>
    expect(diskStateOf({ free, size: 100 * GB, reserve: 5 * GB })).toBe(state),
  )

  it('worstState returns the worst of several volumes', () => {
    expect([worstState([]), worstState(['ok', 'low']), worstState(['low', 'full', 'ok'])]).toEqual([
      'ok',
      'low',
      'full',
    ])
  })
})

describe('foldersOf', () => {
  const s3 = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' }
  const database = { DATABASE_URL: 'postgres://localhost/kenshin' }
  it.each([
    ['both by default', {}, ['database', 'pictures']],
    ['not an external database', database, ['pictures']],
    ['not a bucket', s3, ['database']],
    ['nothing if both are elsewhere', { ...database, ...s3 }, []],
  ])('measures %s', (_, settings, names) =>
    expect(foldersOf(readEnv(settings)).map(([name]) => name)).toEqual(names),
  )
})

describe('DISK_RESERVE', () => {
  it.each([
    ['0', 0],
    ['1500', 1500],
    ['2GB', 2 * GB],
    ['1.5 gb', 1.5 * GB],
    ['500MB', GB / 2],
  ])('reads %s', (text, bytes) => expect(readEnv({ DISK_RESERVE: text }).DISK_RESERVE).toBe(bytes))

  it.each(['5%', '-1', '2 parsecs', 'GB'])('refuses %s', (text) =>
    expect(() => readEnv({ DISK_RESERVE: text })).toThrow(/^ {2}DISK_RESERVE: /m),
  )
})

describe('keepReserve', () => {
  const key: PictureKey = { organizationId: 1, sha256: 'a'.repeat(64), variant: 'original' }
  const roomy = { state: async () => 'ok' as const }
  const notRecorded = () => expect.unreachable('only a bucket or a quota is recorded')
  const failing = (error: Error): Storage => ({
    put: () => Promise.reject(error),
    get: async () => null,
    remove: async () => true,
  })

  it.each([
    ['ENOSPC', []],
    // Cannot be measured, so it is recorded for the mail.
    ['EDQUOT', ['EDQUOT']],
  ])('turns %s of the file system into a StorageFullError and records %j', async (code, recorded) => {
    const reasons: string[] = []
    const storage = keepReserve(
      failing(Object.assign(new Error(code), { code })),
      roomy,
      async (reason) => void reasons.push(reason),
    )
    await expect(storage.put(key, Buffer.from('x'))).rejects.toMatchObject({ name: 'StorageFullError' })
    expect(reasons).toEqual(recorded)
  })

  it.each([
    ['database', 'postgres'],
    ['pictures', 'pictures'],
  ])('refuses pictures when the volume of the %s has less than its reserve', async (name, folder) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kenshin-volumes-'))
    for (const each of ['postgres', 'pictures']) mkdirSync(join(dataDir, each))
    let [free, time] = [6, 0]
    const disk = createDiskSpace({
      env: readEnv({ DATA_DIR: dataDir, DISK_RESERVE: '5GB' }),
      clock: () => new Date(time),
      log: createLog('silent'),
      measure: async (path) => ({
        bsize: GB,
        blocks: 20,
        bavail: path === join(dataDir, folder) ? free : 15,
      }),
    })
    const stored: PictureKey[] = []
    const put = async (key: PictureKey) => void stored.push(key)
    const storage = keepReserve({ ...failing(new Error('not called')), put }, disk, notRecorded)
    await storage.put(key, Buffer.from('x'))
    expect(stored).toEqual([key])
    free = 4
    time = 10_000
    await expect(storage.put(key, Buffer.from('x'))).rejects.toMatchObject({ name: 'StorageFullError' })
    expect(stored).toEqual([key])
    const states = (await disk.volumes()).map((volume) => [volume.name, volume.state])
    expect(states).toEqual(['database', 'pictures'].map((each) => [each, each === name ? 'full' : 'ok']))
    rmSync(dataDir, { recursive: true })
  })

  it('leaves other errors as they are', async () => {
    const storage = keepReserve(
      failing(Object.assign(new Error('broken'), { code: 'EIO' })),
      roomy,
      notRecorded,
    )
    await expect(storage.put(key, Buffer.from('x'))).rejects.toMatchObject({ code: 'EIO' })
  })

  it.each([
    [403, 'QuotaExceeded', 'StorageFullError'],
    [507, 'InsufficientStorage', 'StorageFullError'],
    [507, 'AnotherName', 'StorageFullError'],
    [403, 'AccessDenied', 'AccessDenied'],
  ])('throws the answer %d %s of S3 as %s', async (status, code, name) => {
    const bucket = await startFullBucket()
    const opened: Disposers = [{ name: 'bucket', close: bucket.close }]
    const refusals: string[] = []
    try {
      bucket.answer({ status, code })
      const opening = openStorage(readEnv(bucket.settings), opened)
      const storage = keepReserve(await opening, roomy, async (reason) => void refusals.push(reason))
      await expect(storage.put(key, Buffer.from('x'))).rejects.toMatchObject({ name })
      expect(refusals).toEqual(name === 'StorageFullError' ? [code] : [])
    } finally {
      await closeAll(opened)
    }
  })
})
