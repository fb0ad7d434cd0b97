// Covers docs/requirements.md: 311, 640

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { meterEndpoints } from '../../contract/meters.ts'
import { organizationEndpoints } from '../../contract/organizations.ts'
import { userEndpoints } from '../../contract/users.ts'
import { environment, nodeFlags } from '../../scripts/bootstrap.mjs'
import { organizationId } from '../../scripts/demo/insert.ts'
import { expect } from '../support/browser/expect.ts'
import { dataOf } from '../support/server/data.ts'
import { callerOf } from '../support/server/http.ts'
import { startServer } from '../support/server/server.ts'

test('the first start is ready once one can sign in; filling goes on behind it, and after a kill at the next start', async () => {
  const first = await startServer(null, { LOG_LEVEL: 'warn' }, 'scripts/serve.ts')
  try {
    const path = join(first.dataDir, 'first-sign-in.json')
    const { organization_code: organizationCode, ...account } = JSON.parse(readFileSync(path, 'utf8'))
    // A service's output is readable by others than its administrator.
    expect(first.output()).toContain(path)
    expect(first.output()).not.toContain(account.password)
    const progress = () =>
      first.output().match(/^· filling the demonstration, newest day first: \d+ of \d+ days$/gm)
    const caller = await callerOf(first.origin, { ...account, organizationCode })
    const organization = async () => dataOf('me', await caller.ask('GET', userEndpoints.me.path)).organization
    const { filling } = await organization()
    expect(filling?.done).toBeLessThan(filling?.total ?? 0)
    expect(dataOf('meters', await caller.ask('GET', meterEndpoints.meters.path))).toHaveLength(29)
    await expect.poll(() => progress()?.length ?? 0).toBeGreaterThan(0)

    await first.kill()
    const before = progress()?.length ?? 0
    await first.restart()
    expect((await organization()).filling?.total).toBe(filling?.total)
    await expect.poll(() => progress()?.length ?? 0).toBeGreaterThan(before)
  } finally {
    await first.close()
  }
})

test('with DEMO=off the first start opens the organization «kenshin» and no demonstration', async () => {
  const settings = { LOG_LEVEL: 'warn', DEMO: 'off' }
  const first = await startServer(null, settings, 'scripts/serve.ts')
  try {
    const path = join(first.dataDir, 'first-sign-in.json')
    const { organization_code: organizationCode, ...account } = JSON.parse(readFileSync(path, 'utf8'))
    const codes = async () => {
      const { ask } = await callerOf(first.origin, { ...account, organizationCode })
      expect(dataOf('meters', await ask('GET', meterEndpoints.meters.path))).toEqual([])
      const all = dataOf('organizations', await ask('GET', organizationEndpoints.organizations.path))
      return all.map(({ code }) => code)
    }
    expect(organizationCode).toBe('kenshin')
    expect(await codes()).toEqual(['kenshin'])
    await first.stop()
    await first.restart()
    expect(await codes()).toEqual(['kenshin'])
    expect(first.output()).not.toContain('filling the demonstration')
  } finally {
    await first.close()
  }
})

test('remove-demo deletes the demonstration of an embedded database and the folder of its pictures', async () => {
  const first = await startServer(null, { LOG_LEVEL: 'warn' }, 'scripts/serve.ts')
  try {
    await first.stop()
    const pictures = join(first.dataDir, 'pictures')
    const ofAnother = String(organizationId + 1)
    mkdirSync(join(pictures, ofAnother))
    const remove = async (...given: string[]) => {
      const env = environment({ DATABASE_URL: '', DATA_DIR: first.dataDir })
      const command = [...nodeFlags, 'scripts/remove-demo.ts', ...given]
      const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { env }).catch(
        (error: { stdout: string; stderr: string }) => error,
      )
      return stdout + stderr
    }
    expect(await remove()).toContain('すべて削除します')
    expect(existsSync(join(pictures, String(organizationId)))).toBe(true)
    expect(await remove('--confirm')).toContain('削除しました')
    expect(readdirSync(pictures)).toEqual([ofAnother])
    expect(await remove()).toContain('デモの組織はありません')
  } finally {
    await first.close()
  }
})
