// Covers docs/requirements.md: 293, 300, 541, 626

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, test } from 'vitest'
import { pictureCache, referenceCache } from '../../offline/pictureCaches.ts'
import { sessions } from '../../server/db/schema.ts'
import { openBrowser, openPhone } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { capturePath, captureScreen } from '../support/pages/capture.ts'
import { cachesOf, captureQueries, outboxOf, waitForOfflineData } from '../support/pages/device.ts'
import { meterForm, meterScreen, metersScreen } from '../support/pages/meters.ts'
import { shell } from '../support/pages/shell.ts'
import { keepSignedIn, openSignedIn, signInScreen } from '../support/pages/sign-in.ts'
import { addGauge, gaugePicture } from '../support/reader/rendered-meters.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('requirement 22: a queued capture outlives its owner’s sign-out, is nobody else’s, and goes out when the owner is back', async () => {
  const owner = await site.addUser()
  const colleague = await site.addUser()
  const meter = await addGauge(site)
  const phone = await openPhone(site.origin)
  const page = await openSignedIn(phone.context(), owner)
  await waitForOfflineData(page, captureQueries)
  await page.goto(capturePath(meter))
  await phone.context().setOffline(true)
  const screen = captureScreen(page)
  await screen.choose((await gaugePicture(0.42)).jpeg)
  await screen.leaveToServer.click()
  await expect(shell(page).unsent(1)).toBeVisible()
  const [kept] = await outboxOf(page)

  await page.goto('/')
  const since = await shell(page).offlineSince()
  await page.getByRole('link', { name: 'メーター', exact: true }).first().click()
  await metersScreen(page).capture(meter.name).click()
  await page.getByRole('button', { name: '戻る' }).click()
  expect(await shell(page).offlineSince()).toBe(since)
  await page.reload()
  expect(await shell(page).offlineSince()).toBe(since)

  await shell(page).leave(owner)
  const asking = page.getByRole('dialog', { name: '未送信 1件があります' })
  const sendNow = asking.getByRole('button', { name: '今すぐ送信' })
  await expect(sendNow).toBeDisabled()
  await expect(sendNow).toHaveAccessibleDescription(/^オフラインのため送信できません。/)
  await asking.getByRole('button', { name: 'このままにする' }).click()
  await expect(shell(page).unsent(1)).toBeVisible()
  // Stands for thumbnails and reference pictures that the worker keeps; that of the photograph is real.
  await page.evaluate(
    (names) => Promise.all(names.map((name) => caches.open(name))),
    [pictureCache, referenceCache],
  )
  await expect.poll(() => cachesOf(page)).toEqual({ queries: 1, session: 1, pictures: 3 })
  await shell(page).leave(owner)
  await asking.getByRole('button', { name: 'それでもログアウト' }).click()
  const sure = page.getByRole('dialog', { name: '未送信のままログアウトしますか' })
  await sure.getByRole('button', { name: 'ログアウト' }).click()
  await expect(signInScreen(page).heading).toBeVisible()
  expect(await cachesOf(page)).toEqual({ queries: 0, session: 0, pictures: 0 })
  expect(await outboxOf(page)).toMatchObject([{ id: kept?.id, state: 'queued', storedSha256: kept?.sha256 }])

  await phone.context().setOffline(false)
  await signInScreen(page).signIn(colleague)
  await expect(page.getByRole('banner')).toContainText('未送信 1件（別の利用者）')
  await expect(shell(page).anyUnsent).toHaveCount(0)
  await page.goto(capturePath(meter))
  await screen.choose((await gaugePicture(0.3)).jpeg)
  await screen.leaveToServer.click()
  // Sent in shutter order: when the colleague's is sent, the owner's has been skipped.
  await expect
    .poll(() => outboxOf(page))
    .toMatchObject([
      { id: kept?.id, userId: owner.id, state: 'queued', attempts: 0, storedSha256: kept?.sha256 },
      { userId: colleague.id, state: 'sent' },
    ])
  expect(await site.readings()).toMatchObject([{ createdByUserId: colleague.id }])
  await expect(shell(page).anyUnsent).toHaveCount(0)
  await page.goto('/')
  await shell(page).signOut(colleague)

  await signInScreen(page).signIn(owner)
  await expect
    .poll(site.readings)
    .toMatchObject([
      { createdByUserId: colleague.id },
      { createdByUserId: owner.id, idempotencyKey: kept?.id, pictureSha256: kept?.sha256 },
    ])
  await expect(shell(page).anyUnsent).toHaveCount(0)
  await expect.poll(() => outboxOf(page)).toMatchObject([{ id: kept?.id, state: 'sent' }, { state: 'sent' }])
  expect(await site.readings()).toHaveLength(2)
})

test('requirement 21: a session that ended while captures waited asks once, for the password alone, and everything arrives', async () => {
  const inspector = await site.addUser()
  const [left, typed, undecided] = [await addGauge(site), await addGauge(site), await addGauge(site)]
  const { jpeg } = await gaugePicture(0.42)
  const phone = await openPhone(site.origin, { expected: [{ status: 401, path: '/api/v1/' }] })
  const first = await openSignedIn(phone.context(), inspector)
  await waitForOfflineData(first, captureQueries)
  await phone.context().setOffline(true)
  const screen = captureScreen(first)
  await first.goto(capturePath(left))
  await screen.choose(jpeg)
  await screen.leaveToServer.click()
  await expect(screen.leftToServer).toBeVisible()
  await first.goto(capturePath(typed))
  await screen.choose(jpeg)
  await screen.correct('0.44')
  await expect(screen.decided).toBeVisible()
  await first.goto(capturePath(undecided))
  await screen.choose(jpeg)
  await phone.closePages()
  await site.database.asSystem((tx) =>
    tx.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.userId, inspector.id)),
  )
  await phone.context().setOffline(false)

  const page = await phone.open('/')
  await expect(signInScreen(page).heading).toBeVisible()
  await expect(page.getByText('未送信の写真や値はこの端末に残っています。')).toBeVisible()
  const kept = await outboxOf(page)
  expect(kept).toHaveLength(3)
  for (const { storedSha256, sha256 } of kept) expect(storedSha256).toBe(sha256)
  await type(page.getByLabel('パスワード', { exact: true }), inspector.password)
  await signInScreen(page).submit()
  // The way back in leads to the value that nobody confirmed.
  await captureScreen(page).leaveToServer.click()
  await expect
    .poll(async () =>
      (await site.readings()).filter(({ createdByUserId }) => createdByUserId === inspector.id),
    )
    .toMatchObject([
      { meterId: left.id, idempotencyKey: kept[0]?.id },
      { meterId: typed.id, idempotencyKey: kept[1]?.id, value: 0.44, valueSource: 'corrected' },
      { meterId: undecided.id, idempotencyKey: kept[2]?.id },
    ])
  await expect(shell(page).anyUnsent).toHaveCount(0)
  await expect(signInScreen(page).heading).toHaveCount(0)
})

test('what was typed and not saved is asked about before signing out, and another screen says that it was lost', async () => {
  const owner = await site.addUser()
  const meter = await addGauge(site)
  // Requests in flight in the other tab.
  const page = await openBrowser(site.origin, { expected: [{ status: 401, path: '/api/v1/' }] })
  await keepSignedIn(page, owner)
  const other = await page.context().newPage()
  for (const each of [page, other]) {
    await each.goto(`/meters/${meter.id}`)
    await meterScreen(each).edit.click()
    await type(meterForm(each).name, '途中')
  }
  await shell(page).leave(owner)
  await page.getByRole('button', { name: '入力を続ける' }).click()
  await expect(meterForm(page).name).toHaveValue('途中')
  await shell(page).leave(owner)
  await page.getByRole('button', { name: '破棄' }).click()
  await expect(signInScreen(page).heading).toBeVisible()
  await expect(page.getByText('保存していなかった入力')).toHaveCount(0)
  await expect(signInScreen(other).heading).toBeVisible()
  await expect(other.getByText('別の画面でログアウトしました。')).toContainText(
    '保存していなかった入力内容は失われました。',
  )
})
