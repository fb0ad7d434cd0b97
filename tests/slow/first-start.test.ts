import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { meterEndpoints } from '../../contract/meters.ts'
import { userEndpoints } from '../../contract/users.ts'
import { dataOf } from '../support/data.ts'
import { expect } from '../support/expect.ts'
import { callerOf } from '../support/http.ts'
import { startServer } from '../support/server.ts'

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
    expect(dataOf('meters', await caller.ask('GET', meterEndpoints.meters.path))).toHaveLength(26)
    await expect.poll(() => progress()?.length ?? 0, { timeout: 60_000 }).toBeGreaterThan(0)

    await first.kill()
    const before = progress()?.length ?? 0
    await first.restart()
    expect((await organization()).filling?.total).toBe(filling?.total)
    await expect.poll(() => progress()?.length ?? 0, { timeout: 60_000 }).toBeGreaterThan(before)
  } finally {
    await first.close()
  }
})
