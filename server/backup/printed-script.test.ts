import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { pictures } from '../db/schema.ts'
import { loadSecrets } from '../secrets.ts'
import { backUp } from './backup.ts'
import { readManifest } from './manifest.ts'

// Runs the script that docs/operations.md prints for cron, with the real backup command.

const root = new URL('../..', import.meta.url).pathname

let test: TestApp
let folder: string
let backups: string
beforeAll(async () => {
  test = await createTestApp()
  folder = mkdtempSync(join(tmpdir(), 'kenshin-printed-script-'))
  backups = join(folder, 'backups')
  const printed = await readFile(join(root, 'docs/operations.md'), 'utf8')
  const script = /```sh\n(#!\/bin\/sh\n.*?)```/s.exec(printed)?.[1] ?? ''
  const adapted = script
    .replace('backups=/backups', `backups=${backups}`)
    .replace('/opt/kenshin', root)
    .replaceAll('/var/lib/kenshin', test.dataDir)
  await writeFile(join(folder, 'script'), adapted)
  // This machine has no user `kenshin`. The command behind `--` runs as it is.
  await writeFile(
    join(folder, 'runuser'),
    '#!/bin/sh\n[ "$1 $2 $3" = "-u kenshin --" ] && shift 3 && exec "$@"\n',
  )
  chmodSync(join(folder, 'runuser'), 0o755)
})
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true, force: true })
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
/** A folder of an earlier run that was last changed so many days ago. */
function makeFolder(name: string, days: number): void {
  mkdirSync(join(backups, name), { recursive: true })
  utimesSync(join(backups, name), daysAgo(days), daysAgo(days))
}

/** Returns the exit status of the script. */
const run = (databaseUrl: string): Promise<number> =>
  promisify(execFile)('sh', [join(folder, 'script')], {
    env: { ...process.env, DATABASE_URL: databaseUrl, PATH: `${folder}:${process.env.PATH}` },
  }).then(
    () => 0,
    (error: { code: number }) => error.code,
  )

const oldBackups = Array.from({ length: 15 }, (_, index) => `2020-01-${String(index + 1).padStart(2, '0')}`)

describe('the printed backup script', () => {
  beforeEach(async () => {
    rmSync(backups, { recursive: true, force: true })
    for (const name of oldBackups) makeFolder(name, 20)
    makeFolder('2020-01-03.part', 3)
    makeFolder('2020-02-01.part', 0)
    const { deps, databaseUrl, dataDir } = test
    const { secret } = loadSecrets(dataDir)
    await backUp({ databaseUrl, storage: deps.storage, dataDir, secret }, join(backups, '2020-01-31'))
  })

  it('keeps 14 backups and deletes what an aborted run left, also while a picture is missing', async () => {
    await test.deps.database.asSystem((tx) =>
      tx.insert(pictures).values({
        organizationId: test.own.id,
        sha256: 'a'.repeat(64),
        mediaType: 'image/png',
        length: 1,
        width: 1,
        height: 1,
      }),
    )
    expect(await run(test.databaseUrl)).toBe(1)
    const today = readdirSync(backups).at(-1) ?? ''
    expect(readManifest(join(backups, today)).missing).toHaveLength(1)
    expect(readdirSync(backups)).toEqual([...oldBackups.slice(3), '2020-01-31', '2020-02-01.part', today])
  })

  it('deletes no backup when the new one fails', async () => {
    expect(await run('postgres://nobody@127.0.0.1:1/none')).toBe(1)
    expect(readdirSync(backups)).toEqual(expect.arrayContaining([...oldBackups, '2020-01-31']))
  })
})
