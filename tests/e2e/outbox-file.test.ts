// Covers docs/requirements.md: 509, 512, 633

import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { openBrowser, openPhone } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { download } from '../support/files/download.ts'
import { capturePath, captureScreen } from '../support/pages/capture.ts'
import { captureQueries, outboxOf, waitForOfflineData } from '../support/pages/device.ts'
import { metersScreen } from '../support/pages/meters.ts'
import { shell } from '../support/pages/shell.ts'
import { keepSignedIn, openSignedIn, signInScreen } from '../support/pages/sign-in.ts'
import { addGauge, gaugePicture } from '../support/reader/rendered-meters.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('requirement 11: what a phone without signal writes to a file arrives from a colleague’s desktop, and once', async () => {
  const inspector = await site.addUser()
  const colleague = await site.addUser()
  const meter = await addGauge(site)
  const phone = await openPhone(site.origin)
  const page = await openSignedIn(phone.context(), inspector)
  await waitForOfflineData(page, captureQueries)
  await page.goto('/meters')
  await metersScreen(page).capture(meter.name).click()
  await page.waitForURL(`**${capturePath(meter)}`)
  await phone.context().setOffline(true)

  const screen = captureScreen(page)
  await screen.choose((await gaugePicture(0.42)).jpeg)
  await page.getByRole('button', { name: '破棄' }).click()
  await page
    .getByRole('alert')
    .getByRole('button', { name: /元に戻す/ })
    .click()
  await expect(screen.leaveToServer).toBeVisible()
  await page.getByRole('button', { name: '戻る', exact: true }).click()
  const question = page.getByRole('dialog', { name: '値が未確定です' })
  await expect(question).toBeVisible()
  // The button of the phone.
  await page.evaluate(() => history.back())
  await expect(question).toHaveCount(0)
  await expect(screen.leaveToServer).toBeVisible()
  await page.getByRole('button', { name: '戻る', exact: true }).click()
  await question.getByRole('button', { name: 'サーバーに任せる' }).click()
  // The header of the screen that is left opens an outbox too, which goes with it.
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/capture'))
  await shell(page).unsent(1).click()
  const outbox = page.getByRole('dialog', { name: '撮影の送信状況' })
  const file = await download(outbox.getByRole('button', { name: 'すべてファイルに書き出す' }))

  const desktop = await openBrowser(site.origin)
  await keepSignedIn(desktop, colleague)
  await desktop.goto('/my-page')
  await desktop.getByRole('button', { name: '撮影の送信状況' }).click()
  await desktop
    .locator('input[type=file]')
    .setInputFiles({ name: 'kenshin.zip', mimeType: 'application/zip', buffer: Buffer.from(file) })
  await expect(desktop.getByText(`${inspector.username}さんが撮影した記録を含みます。`)).toBeVisible()
  const [taken] = await outboxOf(page)
  await expect.poll(site.readings).toMatchObject([{ meterId: meter.id, idempotencyKey: taken?.id }])

  await phone.context().setOffline(false)
  await expect.poll(() => outboxOf(page)).toMatchObject([{ state: 'sent', storedSha256: null }])
  expect(await site.readings()).toHaveLength(1)
})

test('requirement 22: what a removed inspector left on a phone reaches the office through an administrator only', async () => {
  const inspector = await site.addUser()
  const colleague = await site.addUser()
  const admin = await site.addUser({ role: role.admin })
  const meter = await addGauge(site)
  const phone = await openPhone(site.origin, { expected: [{ status: 401, path: '/api/v1/' }] })
  const page = await openSignedIn(phone.context(), inspector)
  await waitForOfflineData(page, captureQueries)
  await page.goto(capturePath(meter))
  await phone.context().setOffline(true)
  const screen = captureScreen(page)
  await screen.choose((await gaugePicture(0.42)).jpeg)
  await screen.leaveToServer.click()
  await expect(shell(page).unsent(1)).toBeVisible()
  const [kept] = await outboxOf(page)

  const desktop = await openBrowser(site.origin)
  await keepSignedIn(desktop, admin)
  await desktop.goto('/outbox')
  await expect(desktop.getByRole('button', { name: '書き出したファイルを取り込む' })).toBeVisible()
  const removed = await desktop.evaluate(async (path) => {
    const authorization = `Bearer ${localStorage.getItem('accessKey')}`
    return (await fetch(path, { method: 'DELETE', headers: { authorization } })).status
  }, `/api/v1/user/${inspector.id}/organization/${inspector.organizationId}`)
  expect(removed).toBe(200)

  await phone.context().setOffline(false)
  await expect(signInScreen(page).heading).toBeVisible()
  const offer = page.getByRole('alert', { name: '削除された利用者の未送信の記録が1件あります' })
  await expect(offer).toBeVisible()
  await expect(page.getByText(meter.name)).toHaveCount(0)
  await expect(page.getByLabel('ユーザー名またはメールアドレス')).toHaveValue('')
  const buffer = Buffer.from(await download(offer.getByRole('button', { name: 'ファイルに書き出す' })))
  const file = { name: 'kenshin.zip', mimeType: 'application/zip', buffer }

  const other = await openBrowser(site.origin, {
    expected: [{ status: 403, path: '/api/v1/outbox-seals/open' }],
  })
  await keepSignedIn(other, colleague)
  await other.goto('/outbox')
  await expect(other.getByRole('button', { name: '書き出したファイルを取り込む' })).toBeVisible()
  await other.locator('input[type=file]').setInputFiles(file)
  await expect(other.getByText('組織の管理者だけが取り込めます。管理者に渡してください。')).toBeVisible()
  expect(await outboxOf(other)).toEqual([])

  await desktop.locator('input[type=file]').setInputFiles(file)
  await expect(desktop.getByText('1件を取り込みました。')).toBeVisible()
  await expect
    .poll(async () => (await site.readings()).filter(({ meterId }) => meterId === meter.id))
    .toMatchObject([{ idempotencyKey: kept?.id, createdByUserId: admin.id }])

  await offer.getByRole('button', { name: '書き出した1件をこの端末から削除' }).click()
  await page
    .getByRole('dialog', { name: '書き出した1件をこの端末から削除しますか' })
    .getByRole('button', { name: '削除', exact: true })
    .click()
  await expect(offer).toHaveCount(0)
  expect(await outboxOf(page)).toEqual([])
})
