// Covers docs/requirements.md: 292

import { afterAll, beforeAll, test } from 'vitest'
import { openPhone } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openKillableSite, type Site } from '../support/browser/site.ts'
import { capturePath, captureScreen } from '../support/pages/capture.ts'
import { outboxOf } from '../support/pages/device.ts'
import { shell } from '../support/pages/shell.ts'
import { openSignedIn } from '../support/pages/sign-in.ts'
import { addGauge, gaugePicture } from '../support/reader/rendered-meters.ts'
import type { RunningServer } from '../support/server/server.ts'
import { type SlowProxy, startSlowProxy } from '../support/server/slow-proxy.ts'

let site: Site<RunningServer>
let line: SlowProxy
beforeAll(async () => {
  site = await openKillableSite()
  line = await startSlowProxy(site.origin)
})
afterAll(async () => {
  await line.close()
  await site.close()
})

/** A phone with one capture in flight, held as told. */
async function sending(what: 'request' | 'answer') {
  const inspector = await site.addUser()
  const meter = await addGauge(site, { name: `ポンプ ${what}` })
  const { jpeg } = await gaugePicture(0.42)
  const phone = await openPhone(line.origin)
  const page = await openSignedIn(phone.context(), inspector)
  await page.goto(capturePath(meter))
  const holding = line.holdNext(what)
  const screen = captureScreen(page)
  await screen.choose(jpeg)
  await screen.leaveToServer.click()
  const held = await holding
  const ofMeter = async () => (await site.readings()).filter(({ meterId }) => meterId === meter.id)
  return { page, held, ofMeter }
}

test('a server that is killed while it receives a capture gets it once when it is back', async () => {
  const { page, ofMeter } = await sending('request')
  await expect(shell(page).anyUnsent).toHaveAccessibleName('送信中 1件')
  await site.server.kill()
  await expect.poll(() => outboxOf(page)).toMatchObject([{ state: 'queued', lastError: { code: 'network' } }])
  expect(await ofMeter()).toEqual([])
  await site.server.restart()
  await expect(shell(page).anyUnsent).toHaveCount(0)
  const [reading] = await ofMeter()
  expect(await outboxOf(page)).toMatchObject([{ state: 'sent', readingId: reading?.id, storedSha256: null }])
  expect(await ofMeter()).toHaveLength(1)
})

test('requirement 16: a server that is killed between storing a capture and answering gives the receipt of the one reading', async () => {
  const { page, held, ofMeter } = await sending('answer')
  const before = await ofMeter()
  expect(before).toHaveLength(1)
  const [kept] = await outboxOf(page)
  expect(kept).toMatchObject({ state: 'sending', storedSha256: kept?.sha256 })
  const uploads = line.uploads()
  await site.server.kill()
  held.cut()
  await expect.poll(() => outboxOf(page)).toMatchObject([{ state: 'queued', storedSha256: kept?.sha256 }])
  await site.server.restart()
  await expect(shell(page).anyUnsent).toHaveCount(0)
  expect(line.uploads()).toBeGreaterThan(uploads)
  expect(await outboxOf(page)).toMatchObject([
    { state: 'sent', readingId: before[0]?.id, storedSha256: null },
  ])
  expect((await ofMeter()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})
