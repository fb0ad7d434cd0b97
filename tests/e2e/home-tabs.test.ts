// Covers docs/requirements.md: 39, 43, 47, 50, 247, 305

import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { deviceStatus, deviceType } from '../../contract/devices.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { download } from '../support/files/download.ts'
import { homeScreen } from '../support/pages/home.ts'
import { listTools } from '../support/pages/list.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { addDevice, addInspection, addMeter, addReading } from '../support/server/builders.ts'

const day = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * day)

let site: Site
let general: TestUser
let supervisor: TestUser
beforeAll(async () => {
  site = await openSite()
  general = await site.addUser()
  supervisor = await site.addUser({ role: role.admin })
  const { database, organization } = site
  const add = (name: string, days: number, given: Parameters<typeof addMeter>[2] = {}) =>
    addMeter(database, organization.id, { name, createdAt: ago(days), ...given })
  const inspection = await addInspection(database, organization.id, { name: '夜の巡回' })
  const camera = await addDevice(database, organization.id, {
    name: 'SIMカメラ 受水槽',
    type: deviceType.simCamera,
    status: deviceStatus.communicationError,
    batteryPer: 41,
    // Well past the third day: the screen's clock ticks in minutes.
    lastCommunicatedAt: ago(3.5),
  })
  await addDevice(database, organization.id, {
    name: 'WiFiカメラ ボイラー室',
    type: deviceType.wifiCamera,
    status: deviceStatus.error,
  })
  await addDevice(database, organization.id, {
    name: 'WiFiカメラ 圧縮機室',
    type: deviceType.wifiCamera,
    status: deviceStatus.lowBattery,
    batteryPer: 12,
    lastCommunicatedAt: ago(0.1),
  })
  await addDevice(database, organization.id, {
    name: 'WiFiルーター 事務所',
    type: deviceType.wifiRouter,
    status: deviceStatus.communicationError,
  })
  const pressure = await add('蒸気圧力', 60, { inspectionId: inspection.id })
  const level = await add('受水槽 水位', 60, { deviceId: camera.id })
  await add('第二プラント東棟地下ポンプ室 冷却水循環ポンプ三号機 吐出側圧力計 予備系統', 0.5)
  await add('排水 流量', 5)
  await add('ボイラー 温度', 10)
  for (const days of [0, 5]) {
    await addReading(database, pressure, { value: 0.5, createdAt: ago(days) })
    await addReading(database, pressure, { value: 0.9, isAbnormal: true, createdAt: ago(days) })
    await addReading(database, level, { value: null, isAbnormal: true, createdAt: ago(days) })
  }
})
afterAll(() => site.close())

test('異常データ shows empty readings and those in the emergency range, of a period of its own', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, general)
  await page.goto('/')
  const home = homeScreen(page)
  await expect(home.tiles).toHaveCount(3)
  await home.tab('異常データ').click()
  await expect(home.tiles).toHaveCount(2)
  await expect(page.getByText('異常 2 件')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'ページ送り' })).toHaveCount(0)
  await expect(home.tiles.filter({ hasText: 'データ無し' })).toHaveCount(1)
  await home.period('週').click()
  await expect(home.tiles).toHaveCount(4)
  await listTools(page).narrow('メーター', '受水槽 水位', { sheet: true })
  await expect(home.tiles).toHaveCount(2)
  await expect(home.tiles.filter({ hasText: '受水槽 水位' })).toHaveCount(2)
  await page.goBack()
  await expect(home.tiles).toHaveCount(4)
  await listTools(page).narrow('点検グループ', '夜の巡回', { sheet: true })
  await expect(home.tiles).toHaveCount(2)
  await expectAccessible(page)
  await page.goto('/')
  await expect(home.chosenTab('異常データ')).toBeVisible()
  await expect(home.chosenPeriod('週')).toBeChecked()
  await expect(home.tiles).toHaveCount(2)
  await home.tab('点検データ').click()
  await expect(home.chosenPeriod('日')).toBeChecked()
  await expect(home.tiles).toHaveCount(3)
  await page.goBack()
  await expect(home.chosenTab('異常データ')).toBeVisible()
  await page.goto('/?tab=abnormal&period=range&from=2020-01-01-00-00&to=2020-01-02-00-00')
  await expect(page.getByText('この期間に異常な測定値はありません。')).toBeVisible()
  await page.getByRole('button', { name: 'データを追加' }).click()
  await expect(page.getByRole('dialog', { name: 'データの追加' })).toBeVisible()
})

test('異常データ is saved as CSV; 異常検知端末 lists cameras by what is wrong with them', async () => {
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, supervisor)
  await page.goto('/')
  const home = homeScreen(page)
  await home.tab('異常データ').click()
  await expect(home.tiles).toHaveCount(2)
  // Chromium would open a native file dialog.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const text = new TextDecoder().decode(await download(home.csv))
  expect(text.trim().split('\n')).toHaveLength(3)
  await home.tab('異常検知端末').click()
  const silent = home.group('通信エラーカメラ')
  await expect(silent).toContainText('1 件')
  await expect(silent).toContainText('SIMカメラ 受水槽')
  await expect(silent).toContainText('3日前')
  await expect(silent).toContainText('41 %')
  await expect(silent).not.toContainText('WiFiルーター')
  await expect(home.group('異常のあるカメラ')).toContainText('通信なし')
  await expect(home.group('低バッテリーカメラ')).toContainText('12 %')
  await expectAccessible(page)
  await silent.getByRole('link', { name: '受水槽 水位' }).click()
  await expect(page.getByRole('heading', { name: '受水槽 水位' })).toBeVisible()
})
