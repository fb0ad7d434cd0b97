// Covers docs/requirements.md: 49, 96, 134, 298

import { inArray } from 'drizzle-orm'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { readState } from '../../contract/values/abnormal.ts'
import { meters } from '../../server/db/schema.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { alertsScreen } from '../support/pages/alerts.ts'
import { assistDialog } from '../support/pages/assist.ts'
import { capturePath, captureScreen } from '../support/pages/capture.ts'
import { dataScreen } from '../support/pages/data.ts'
import { captureQueries, waitForOfflineData } from '../support/pages/device.ts'
import { homeScreen } from '../support/pages/home.ts'
import { meterForm, meterScreen, metersScreen } from '../support/pages/meters.ts'
import { readingDialog } from '../support/pages/reading.ts'
import { shell } from '../support/pages/shell.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addFace, addGauge, faceOf, gaugePicture } from '../support/reader/rendered-meters.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { addAlert, addGroup, addInspection, addReading } from '../support/server/builders.ts'
import { callerOf } from '../support/server/http.ts'

let site: Site
let inspector: TestUser
let meter: Awaited<ReturnType<typeof addGauge>>
let inspection: Awaited<ReturnType<typeof addInspection>>
let jpeg: Uint8Array
/** Meters with a picture, not set up. */
let gaugeId: number
let counterId: number
beforeAll(async () => {
  site = await openSite()
  inspector = await site.addUser()
  const { database, organization } = site
  const group = await addGroup(database, organization.id)
  inspection = await addInspection(database, organization.id)
  meter = await addGauge(site, { meterGroupId: group.id, inspectionId: inspection.id })
  const at = (minutes: number) => ({ createdAt: new Date(Date.now() - minutes * 60_000) })
  const abnormal = await addReading(database, meter, { value: 0.9, isAbnormal: true, ...at(3) })
  await addReading(database, meter, { value: null, isAbnormal: true, readState: readState.failed, ...at(2) })
  gaugeId = (await addFace(site, { ...faceOf('pump-discharge'), name: '2号給水ポンプ 吐出圧力' })).id
  counterId = (await addFace(site, faceOf('city-gas'))).id
  await database.asSystem((tx) =>
    tx
      .update(meters)
      .set({ settings: null, pins: null, area: null })
      .where(inArray(meters.id, [gaugeId, counterId])),
  )
  jpeg = (await gaugePicture(0.42)).jpeg
  await (await callerOf(site.origin, inspector)).sendCapture(meter, jpeg)
  await expect.poll(async () => (await site.readings()).at(-1)?.readState).toBe(readState.processed)
  // A normal reading ends an alert; this one stays.
  await addAlert(database, abnormal)
})
afterAll(() => site.close())

/**
 * Audits a screen that is a table, or has other tools, on a desktop: there in light, on a phone also in dark, because
 * the colours are the same. Ends at the phone. What is the same at both sizes is audited on the phone only.
 */
async function expectAccessibleAtSizes(page: Page) {
  await page.setViewportSize(sizes.desktop)
  await expectAccessible(page, ['light'])
  await page.setViewportSize(sizes.phone)
  await expectAccessible(page)
}

test('axe finds nothing on the screens before the sign-in', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  for (const path of ['/login', '/confirm-code', '/new-password', '/qr-code', '/no-such-screen']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})

test('axe finds nothing on the screens of an inspector', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone, serviceWorkers: 'allow' })
  await keepSignedIn(page, inspector)
  await page.goto('/')
  const home = homeScreen(page)
  await expect(home.tiles).toHaveCount(3)
  await expectAccessibleAtSizes(page)
  const detail = readingDialog(page)
  const openTile = async (tile: Locator) => {
    await tile.click()
    await expect(detail.row('異常範囲')).toContainText('MPa')
    await expectAccessible(page)
  }
  await openTile(home.tiles.last())
  await page.goBack()
  await expect(detail.dialog).toHaveCount(0)
  await openTile(home.tiles.first())
  await detail.edit.click()
  await expectAccessible(page)
  await page.goBack()
  await home.tab('新規点検メーター').click()
  await expect(home.group('1日以内').getByRole('link').first()).toBeVisible()
  await expectAccessible(page)
  await page.goto('/meters')
  await expect(metersScreen(page).capture(meter.name)).toBeVisible()
  await expectAccessibleAtSizes(page)

  await page.goto(capturePath(meter))
  const screen = captureScreen(page)
  await expect(page.getByText('カメラが見つかりません')).toBeVisible()
  await expectAccessible(page)
  await waitForOfflineData(page, captureQueries)
  await page.context().setOffline(true)
  await screen.choose(jpeg)
  await expect(screen.accept).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '修正' }).click()
  await expectAccessible(page)
  await screen.back.click()
  await screen.acceptProposal()
  await expectAccessible(page)
  await shell(page).unsent(1).click()
  await expectAccessible(page)
})

test('axe finds nothing on the data page, its search and its entry', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, inspector)
  await page.goto('/data')
  const data = dataScreen(page)
  await expect(data.nothing).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/data?meters=[${meter.id}]`)
  await expect(data.lines).toHaveCount(1)
  await page.getByRole('switch', { name: 'グラフ数値' }).click()
  await page.getByRole('button', { name: '表で見る' }).click()
  await expectAccessibleAtSizes(page)
  await data.tab('データ一覧').click()
  await expect(data.cards).toHaveCount(3)
  await expectAccessibleAtSizes(page)
  await data.openSearch()
  await expect(data.drawer).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(data.drawer).toHaveCount(0)
  await data.openEntry()
  await data.entry.submit.click()
  await expect(data.entry.dialog.getByText('測定値を入力してください')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/entry?inspection=${inspection.id}`)
  await page.getByRole('textbox', { name: `${meter.name}の測定値` }).pressSequentially('2')
  await expect(page.getByText(/^測定範囲（0.00 〜 1.00 MPa）の外の値です。/)).toBeVisible()
  await expectAccessibleAtSizes(page)
})

test('axe finds nothing on the screen of a meter and in its dialogs', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, inspector)
  await page.goto('/meters')
  await metersScreen(page).add.click()
  await page.getByRole('button', { name: '登録', exact: true }).click()
  await expect(meterForm(page).message('メーター名を入力してください')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/meters/${gaugeId}`)
  await expect(meterScreen(page).fact('測定端末')).toBeVisible()
  await expectAccessible(page)
  await meterScreen(page).edit.click()
  await expectAccessible(page)
  await meterScreen(page).cancel.click()
  await meterScreen(page).assist.click()
  const assist = assistDialog(page, 'AIアシスト設定')
  await expect(assist.proposal).toBeVisible()
  await expectAccessible(page)
  await assist.try.click()
  await expect(assist.ended).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/meters/${gaugeId}`)
  await meterScreen(page).area.click()
  await expect(assistDialog(page, '読取位置設定').stage).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/meters/${counterId}`)
  await meterScreen(page).assist.click()
  await expect(assist.boxes).toHaveCount(8)
  await expectAccessible(page)
})

test('axe finds nothing in the dialogs of readings, alerts and groups, and in ヘルプ', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, inspector)
  await page.goto('/')
  await expect(homeScreen(page).tiles).toHaveCount(3)
  // Its week has days of two months.
  await page.goto('/?period=range&from=2026-12-01-00-00&to=2026-12-01-23-59')
  await page.getByRole('button', { name: /^期間 / }).click()
  await expect(page.getByRole('button', { name: '2026年11月30日' })).toBeEnabled()
  await expectAccessible(page)

  await page.goto('/alerts')
  const alerts = alertsScreen(page)
  await expect(alerts.cards).toHaveCount(1)
  await expectAccessibleAtSizes(page)
  await alerts.open(meter.name).click()
  const detail = readingDialog(page)
  await detail.remove.click()
  await expect(page.getByRole('dialog', { name: '測定値の削除' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/alerts')
  await alerts.confirm(meter.name).click()
  await expect(alerts.comment).toBeVisible()
  await expectAccessible(page)

  await page.goto('/groups')
  await page.getByRole('button', { name: '点検グループを追加' }).click()
  await page.getByRole('button', { name: '登録', exact: true }).click()
  await expect(page.getByText('点検グループ名を入力してください')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/help/alerts')
  await expect(page.getByRole('heading', { name: '手順' })).toBeVisible()
  await expectAccessible(page)
})
