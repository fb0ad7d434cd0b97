// Covers docs/requirements.md: 311

import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '../tests/support/server/database.ts'
import { closeAll, type Disposers } from './close-all.ts'
import { readEnv } from './env.ts'
import { createLog } from './log.ts'
import { start } from './start.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let dataDir: string
let opened: Disposers
beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'kenshin-start-'))
  opened = []
})
afterEach(async () => {
  await closeAll(opened)
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('a server that starts is rid of the half written pictures that a killed one left', async () => {
  const folder = join(dataDir, 'pictures', '1', 'ab')
  mkdirSync(folder, { recursive: true })
  const [whole, half] = [join(folder, 'abc'), join(folder, 'abc.1.part')]
  const before = new Date(Date.now() - 60_000)
  for (const path of [whole, half]) {
    writeFileSync(path, 'pic')
    utimesSync(path, before, before)
  }
  const env = readEnv({ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0' })
  await start(env, createLog('silent'), opened, () => undefined)
  await expect.poll(() => existsSync(half)).toBe(false)
  expect(existsSync(whole)).toBe(true)
})
