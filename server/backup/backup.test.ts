// Covers docs/requirements.md: 460, 473, 845, 913

import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../tests/support/server/builders.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/server/database.ts'
import { readEnv } from '../env.ts'
import { parsePicture, recordPicture, storePicture } from '../features/pictures/index.ts'
import { loadSecrets } from '../secrets.ts'
import { fileStorage, picturePath } from '../storage/files.ts'
import { backUp, type Source } from './backup.ts'
import type { Manifest } from './manifest.ts'
import { restore } from './restore.ts'

let test: TestApp
let folderOfTest: string
let target: TestDatabase
let source: Source
beforeAll(async () => {
  test = await createTestApp()
  folderOfTest = mkdtempSync(join(tmpdir(), 'kenshin-backup-'))
  target = await createTestDatabase()
  const { secret } = loadSecrets(test.dataDir)
  source = { databaseUrl: test.databaseUrl, storage: test.deps.storage, dataDir: test.dataDir, secret }
})
afterAll(async () => {
  await test.close()
  await target.close()
  rmSync(folderOfTest, { recursive: true, force: true })
})

/** One transaction: the picture and a reading that waits to be read. */
async function photograph(index: number): Promise<void> {
  const { database, storage } = test.deps
  const meter = await addMeter(database, test.own.id, { name: `計器 ${index}\t\\N` })
  const background = { r: index % 256, g: index >> 8, b: 9 }
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
  const picture = await parsePicture(bytes, 'body')
  await storePicture(storage, test.own.id, picture)
  await database.asSystem((tx) => recordPicture(tx, test.own.id, picture))
  await addReading(database, meter, { pictureSha256: picture.sha256, readState: 0, value: null })
}

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  return work(client).finally(() => client.end())
}

/** A hash of every row of each table, whatever its order. */
const contentOf = (url: string) =>
  on(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const content: Record<string, unknown> = {}
    for (const { name } of rows) {
      const hashed = await client.query(
        `select count(*)::int as rows, md5(string_agg(line, e'\\n' order by line)) as hash
        from (select t::text as line from ${name} t) lines`,
      )
      content[name] = hashed.rows[0]
    }
    return content
  })

const targetEnv = (folder: string) =>
  readEnv({ DATA_DIR: join(folderOfTest, folder), DATABASE_URL: target.url, LOG_LEVEL: 'silent' })

const bring = (from: string, folder: string, replace = false) => {
  const env = targetEnv(folder)
  const storage = fileStorage(join(env.DATA_DIR, 'pictures'))
  return restore({ env, storage, log: test.deps.log, replace }, from)
}

describe('a backup', () => {
  let manifest: Manifest
  const folder = () => join(folderOfTest, 'first')

  it('is of one moment while photographs go on coming', async () => {
    for (let index = 0; index < 20; index++) await photograph(index)
    let isDone = false
    let index = 20
    const writing = (async () => {
      while (!isDone) await photograph(index++)
    })()
    manifest = await backUp(source, folder())
    isDone = true
    await writing
    const rowsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.rows
    const taken = rowsOf('readings') ?? 0
    expect(taken).toBeGreaterThanOrEqual(20)
    expect(taken).toBeLessThan(index)
    expect(manifest.pictures.files).toBe(rowsOf('pictures'))
    expect(manifest.missing).toEqual([])
    for (const name of ['manifest.json', 'secrets.json', 'pictures.txt'])
      expect((await stat(join(folder(), name))).mode & 0o777).toBe(0o600)
  })

  it('comes back with every row and picture, and what waited to be read is enqueued', {
    timeout: 120_000,
  }, async () => {
    await expect(bring(folder(), 'refused')).rejects.toThrow('空ではありません')
    const filling = JSON.stringify({ at: new Date(), done: 1, total: 60 })
    await on(test.databaseUrl, (client) =>
      client.query(`
        insert into data_resets (organization_id, started_by_user_id, started_at, step)
        values (${test.own.id}, ${test.own.system.id}, now(), 'fill');
        update organizations set filling = '${filling}' where id = ${test.own.id};
        insert into imports (organization_id, user_id, noun, plan, state, file, applied_at) values
          (${test.own.id}, ${test.own.admin.id}, 'meters', '{}', 'applying', 'x', null),
          (${test.own.id}, ${test.own.admin.id}, 'meters', '{}', 'undoing', null, now());
        alter table meter_terms drop constraint meter_terms_multiplier;
        update meter_terms set multiplier = 2e6 where id = (select min(id) from meter_terms);
        alter table meter_terms
          add constraint meter_terms_multiplier check (multiplier > 0 and multiplier <= 1e6) not valid`),
    )
    // Nothing is written from here on.
    const last = join(folderOfTest, 'last')
    manifest = await backUp(source, last)
    await bring(last, 'restored', true)
    const resets = await on(target.url, (client) =>
      client.query(`
        select finished_at, failure, filling from data_resets join organizations on id = organization_id`),
    )
    const [failure, finished_at] = [expect.stringContaining('もう一度'), expect.any(Date)]
    expect(resets.rows).toEqual([{ finished_at, failure, filling: null }])
    const imports = await on(target.url, (client) =>
      client.query('select state, failure from imports where failure is not null order by id'),
    )
    expect(imports.rows).toEqual([
      { state: 'draft', failure },
      { state: 'applied', failure },
    ])
    const undoThis = `delete from data_resets; update organizations set filling = null;
      delete from imports where noun = 'meters' and plan = '{}'`
    for (const url of [target.url, test.databaseUrl]) await on(url, (client) => client.query(undoThis))
    const content = await contentOf(target.url)
    expect(content).toEqual(await contentOf(test.databaseUrl))
    expect(content).toMatchObject({ readings: { rows: expect.any(Number) } })
    const env = targetEnv('restored')
    const storage = fileStorage(join(env.DATA_DIR, 'pictures'))
    const { rows } = await on(target.url, (client) => client.query('select sha256 from pictures'))
    expect(rows).toHaveLength(manifest.pictures.files)
    for (const { sha256 } of rows) {
      const key = { organizationId: test.own.id, sha256, variant: 'original' } as const
      expect(await storage.get(key)).toEqual(await test.deps.storage.get(key))
    }
    expect(loadSecrets(env.DATA_DIR)).toEqual(loadSecrets(test.dataDir))
    const queued = await on(target.url, (client) =>
      client.query(`select count(*)::int as jobs from pgboss.job where name = 'read-picture'`),
    )
    expect(queued.rows).toEqual([{ jobs: rows.length }])
    // Numbers go on behind the last one, and foreign keys hold again.
    const numbered = await on(target.url, (client) =>
      client.query(`insert into groups (organization_id, name) values (${test.own.id}, 'x') returning id`),
    )
    expect(numbered.rowCount).toBe(1)
    await expect(
      on(target.url, (client) =>
        client.query(`insert into groups (organization_id, name) values (999999, 'x')`),
      ),
    ).rejects.toThrow('foreign key')
  })

  it('shares the pictures of an earlier one as hard links', async () => {
    await photograph(50_000)
    const [earlier, next] = [join(folderOfTest, 'last'), join(folderOfTest, 'next')]
    const { pictures } = await backUp(source, next, earlier)
    expect(pictures.files).toBe(manifest.pictures.files + 1)
    const links = await Promise.all(
      (await readFile(join(next, 'pictures.txt'), 'utf8'))
        .trimEnd()
        .split('\n')
        .map(async (line) => (await stat(join(next, 'pictures', line.split(' ')[2] ?? ''))).nlink),
    )
    expect(links.toSorted((one, other) => one - other)).toEqual([
      1,
      ...Array.from({ length: manifest.pictures.files }, () => 2),
    ])
    const alone = join(folderOfTest, 'alone')
    await backUp(source, alone)
    for (const name of ['pictures.txt', 'tables/pictures.copy.gz'])
      expect(await readFile(join(next, name))).toEqual(await readFile(join(alone, name)))
    await bring(next, 'shared', true)
    await expect(backUp(source, join(folderOfTest, 'none'), folderOfTest)).rejects.toThrow(
      'バックアップではありません',
    )
  })

  it('that is damaged, of another secret or of a newer version is refused with the reason', async () => {
    const from = join(folderOfTest, 'last')
    const path = join(from, 'manifest.json')
    const good = await readFile(path, 'utf8')
    await writeFile(path, good.replace(/"migration": \d+/, '"migration": 9999999999999'))
    await expect(bring(from, 'newer', true)).rejects.toThrow('より新しいバージョン')
    await writeFile(path, good.replace(/"secret": "\w{2}/, '"secret": "00'))
    await expect(bring(from, 'other', true)).rejects.toThrow('SECRET_KEY')
    await writeFile(path, good)
    const [line = ''] = (await readFile(join(from, 'pictures.txt'), 'utf8')).split('\n')
    await writeFile(join(from, 'pictures', line.split(' ')[2] ?? ''), 'changed')
    await expect(bring(from, 'damaged', true)).rejects.toThrow('壊れています')
  })
})

it('names pictures that storage has lost', async () => {
  await photograph(60_000)
  const storage = { ...test.deps.storage, get: async () => null }
  const { missing } = await backUp({ ...source, storage }, join(folderOfTest, 'lost'))
  expect(missing.length).toBeGreaterThan(0)
  expect(missing[0]).toBe(
    picturePath({
      organizationId: test.own.id,
      sha256: missing[0]?.split('/')[2] ?? '',
      variant: 'original',
    }),
  )
})
