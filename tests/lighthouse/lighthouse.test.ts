import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { readState } from '../../contract/abnormal.ts'
import { faces } from '../../scripts/faces/index.ts'
import { chromiumFlags, chromiumPath } from '../support/chromium.ts'
import { expect } from '../support/expect.ts'
import { callerOf } from '../support/http.ts'
import { measure } from '../support/lighthouse.ts'
import { signIn } from '../support/pages/sign-in.ts'
import { addFace, gaugePicture } from '../support/rendered.ts'
import { freePort } from '../support/server.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
let profile: string
let port: number
let context: BrowserContext

beforeAll(async () => {
  site = await openSite()
  const user = await site.addUser()
  const caller = await callerOf(site.origin, user)
  const { jpeg } = await gaugePicture(0.42)
  for (const face of faces.slice(0, 8)) await caller.sendCapture(await addFace(site, face), jpeg)
  await expect
    .poll(
      async () => (await site.readings()).filter((each) => each.readState === readState.processed).length,
      {
        timeout: 60_000,
      },
    )
    .toBe(8)
  profile = await mkdtemp(join(tmpdir(), 'kenshin-lighthouse-'))
  port = await freePort()
  context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
    baseURL: site.origin,
  })
})
afterAll(async () => {
  await context.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  await site.close()
})

async function check(path: string) {
  const idle = await context.newPage()
  const { values, byClock, complaints } = await measure(`${site.origin}${path}`, idle, port)
  await idle.close()
  console.log(path, values, 'by the clock', byClock)
  expect(complaints).toEqual([])
}

test('the sign-in screen keeps its budgets on a phone', () => check('/login'))

describe('with pictures, on a phone', () => {
  beforeAll(async () => {
    const page = await context.newPage()
    await signIn(page, await site.addUser())
    await page.close()
  })

  test('home keeps its budgets', () => check('/'))

  test('the meters keep their budgets', () => check('/meters'))
})
