// Covers docs/requirements.md: 292, 524

import { afterAll, beforeAll, test } from 'vitest'
import { openPhone } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { capturePath, captureScreen } from '../support/pages/capture.ts'
import {
  captureQueries,
  outboxOf,
  waitForAwaitedPhotograph,
  waitForOfflineData,
} from '../support/pages/device.ts'
import { shell } from '../support/pages/shell.ts'
import { openSignedIn } from '../support/pages/sign-in.ts'
import { addGauge, gaugePicture } from '../support/reader/rendered-meters.ts'
import { type SlowProxy, startSlowProxy } from '../support/server/slow-proxy.ts'

let site: Site
let line: SlowProxy
beforeAll(async () => {
  site = await openSite()
  line = await startSlowProxy(site.origin)
})
afterAll(async () => {
  await line.close()
  await site.close()
})

/** A phone with a signed-in inspector at a meter. */
async function beforeMeter(name: string) {
  const inspector = await site.addUser()
  const meter = await addGauge(site, { name })
  const { jpeg } = await gaugePicture(0.42)
  const phone = await openPhone(line.origin)
  const page = await openSignedIn(phone.context(), inspector)
  await waitForOfflineData(page, captureQueries)
  const path = capturePath(meter)
  await page.goto(path)
  const ofMeter = async () => (await site.readings()).filter(({ meterId }) => meterId === meter.id)
  return { phone, page, jpeg, path, ofMeter }
}

for (const { what, stored } of [
  { what: 'request', stored: 0 },
  { what: 'answer', stored: 1 },
] as const) {
  const when = what === 'request' ? 'while it sends a capture' : 'before it hears that its capture was stored'
  test(`a browser that is killed ${when} finishes with one reading`, async () => {
    const { phone, page, jpeg, ofMeter } = await beforeMeter(`ポンプ ${what}`)
    const holding = line.holdNext(what)
    const screen = captureScreen(page)
    await screen.choose(jpeg)
    await screen.leaveToServer.click()
    await holding
    const [sending] = await outboxOf(page)
    expect(sending).toMatchObject({ state: 'sending', storedSha256: sending?.sha256 })
    expect(await ofMeter()).toHaveLength(stored)

    await phone.kill()
    await phone.restart()
    const reopened = await phone.open('/')
    await expect
      .poll(() => outboxOf(reopened))
      .toMatchObject([{ id: sending?.id, state: 'sent', storedSha256: null }])
    await expect(shell(reopened).anyUnsent).toHaveCount(0)
    const [row] = await outboxOf(reopened)
    expect(await ofMeter()).toMatchObject([
      { id: row?.readingId, idempotencyKey: sending?.id, pictureSha256: sending?.sha256 },
    ])
  })
}

const kills = 20

test(`requirement 2: ${kills} photographs are there after the browser is killed as soon as each is said to be saved`, async () => {
  const { phone, page, jpeg, path, ofMeter } = await beforeMeter('ポンプ 保存')
  await phone.context().setOffline(true)
  let opened = page
  for (let taken = 1; taken <= kills; taken += 1) {
    await captureScreen(opened).choose(jpeg)
    await phone.kill()
    await phone.restart()
    await phone.context().setOffline(true)
    // The start leads back to the value that nobody confirmed; so does the meter's own screen.
    opened = await phone.open(taken % 2 === 0 ? path : '/')
    await captureScreen(opened).leaveToServer.click()
    if (taken > 1) {
      const question = opened.getByRole('dialog', { name: '同じ写真を送信しますか' })
      await question.getByRole('button', { name: '送信' }).click()
    }
    await captureScreen(opened).again.click()
  }

  await phone.context().setOffline(false)
  await expect
    .poll(async () => (await outboxOf(opened)).map(({ state }) => state))
    .toEqual(Array.from({ length: kills }, () => 'sent'))
  expect(await ofMeter()).toHaveLength(kills)
})

test('requirement 26: a page that is killed behind the camera app goes on at its meter', async () => {
  const { phone, page, jpeg, ofMeter } = await beforeMeter('ポンプ カメラアプリ')
  const opened = page.waitForEvent('filechooser')
  await captureScreen(page).file.click()
  await opened
  // The system takes seconds to end a page behind the camera app.
  await waitForAwaitedPhotograph(page)
  await phone.kill()

  await phone.restart()
  const reopened = await phone.open('/')
  await expect(reopened.getByRole('heading', { name: 'ポンプ カメラアプリ' })).toBeVisible()
  await expect(reopened.getByText('写真を受け取る前に画面が閉じられました', { exact: false })).toBeVisible()
  const screen = captureScreen(reopened)
  await screen.choose(jpeg)
  await screen.leaveToServer.click()
  await expect.poll(ofMeter).toHaveLength(1)
  // What has arrived is awaited no more.
  await reopened.goto('/')
  await expect(reopened.getByRole('heading', { name: 'ホーム' })).toBeVisible()
})
