import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { readState } from '../../../contract/values/abnormal.ts'
import { faces } from '../../../faces/index.ts'
import { signIn } from '../pages/sign-in.ts'
import { addFace, gaugePicture } from '../reader/rendered-meters.ts'
import { startCaddy } from '../server/caddy.ts'
import { callerOf } from '../server/http.ts'
import { freePort } from '../server/server.ts'
import { chromiumFlags, headlessShellPath } from './chromium.ts'
import { expect } from './expect.ts'
import { openKillableSite } from './site.ts'

/** A site with pictures behind Caddy, and a browser for Lighthouse. */
export async function openLighthouseSite() {
  const site = await openKillableSite({ TRUST_PROXY: '127.0.0.1' })
  const proxy = await startCaddy(site.origin)
  const caller = await callerOf(site.origin, await site.addUser())
  const { jpeg } = await gaugePicture(0.42)
  for (const face of faces.slice(0, 8)) await caller.sendCapture(await addFace(site, face), jpeg)
  const read = async () =>
    (await site.readings()).filter((each) => each.readState === readState.processed).length
  await expect.poll(read).toBe(8)
  const profile = await mkdtemp(join(tmpdir(), 'kenshin-lighthouse-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: headlessShellPath,
    args: [...chromiumFlags, '--ignore-certificate-errors', `--remote-debugging-port=${port}`],
    baseURL: proxy.origin,
  })
  return {
    origin: proxy.origin,
    /** Of the browser's DevTools. */
    port,
    async signIn() {
      const page = await context.newPage()
      await signIn(page, await site.addUser())
      await page.close()
    },
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
      await proxy.close()
      await site.close()
    },
  }
}
