// Covers docs/requirements.md: 7, 17, 96, 97, 104, 106, 107, 108, 111, 113, 114, 115, 125, 143, 145, 152, 159, 196, 198, 199, 204, 208, 214, 300

import { afterAll, beforeAll, test, expect as value } from 'vitest'
import { deviceType } from '../../contract/devices.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { download } from '../support/files/download.ts'
import { qrIn } from '../support/files/qr.ts'
import { meterForm, meterScreen, metersScreen } from '../support/pages/meters.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { gaugePicture } from '../support/reader/rendered-meters.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { addDevice, addGroup, addInspection, addMeter } from '../support/server/builders.ts'

let site: Site
let user: TestUser
const long = 'ポンプ室地下二階 第三冷却水循環ポンプ 吐出側圧力計（予備系統・年次更新予定）甲'
beforeAll(async () => {
  site = await openSite()
  user = await site.addUser()
  const { database, organization } = site
  await addGroup(database, organization.id, { name: '給水設備' })
  await addInspection(database, organization.id, { name: '朝の巡回' })
  await addDevice(database, organization.id, { name: 'アナログ入力 動力盤', type: deviceType.analogInput })
  await addDevice(database, organization.id, { name: '点検スマホ 1', type: deviceType.mobile })
})
afterAll(() => site.close())

const gauge = async (name: string, given: Parameters<typeof addMeter>[2] = {}) =>
  addMeter(site.database, site.organization.id, {
    name,
    settings: '225:0,135:1',
    pins: { axis: { x: 0.5, y: 0.5 }, radius: 0.3 },
    ...given,
  })

test('from the detail of another a meter is registered with its picture, device, ranges and a new group, and is shown', async () => {
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, user)
  const other = await gauge('7号ポンプ')
  await page.goto(`/meters/${other.id}`)
  await metersScreen(page).add.click()
  const form = meterForm(page)
  const save = page.getByRole('button', { name: '登録', exact: true })
  await save.click()
  for (const text of [
    'メーター名を入力してください',
    '単位を選択してください',
    'メーター種別が選択されていません',
  ])
    await expect(form.message(text)).toBeVisible()
  await expect(form.name).toBeFocused()

  await type(form.name, long)
  await form.choose('単位', 'MPa')
  await form.choose('メーター種別', '円形アナログ')
  await form.choose('メーターグループ', '給水設備')
  await form.quickCreate('点検グループ', '夜の巡回')
  await expect(form.choice('点検グループ')).toHaveValue('夜の巡回')
  await form.kind('アナログ入力').check()
  await save.click()
  await expect(form.message('未選択です')).toHaveCount(2)
  await expect(form.message('未入力です')).toHaveCount(2)
  await form.choose('端末', 'アナログ入力 動力盤')
  await form.kind('4 〜 20 mA').check()
  await type(form.field('最小値'), '0')
  await type(form.field('最大値'), '４００')
  await form.toggle('測定範囲を設定する').check()
  await type(form.field('測定範囲の下限'), '0')
  await type(form.field('測定範囲の上限'), '1')
  // The meter behind the dialog has some of the same names.
  const adding = page.getByRole('dialog', { name: 'メーターの追加' })
  const settings = ['AIアシスト設定', '読取位置設定'].map((name) =>
    adding.getByRole('group', { name, exact: true }).getByRole('button'),
  )
  for (const setting of settings) await expect(setting).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: 'AIブーストを使用する' })).toBeDisabled()
  await form.picture.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('1,2') })
  await expect(form.message('画像ファイルを選択してください（JPEG、PNG、WebP、HEIC）')).toBeVisible()
  const { jpeg } = await gaugePicture(0.42)
  await form.picture.setInputFiles({ name: 'gauge.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) })
  await expect(form.message('画像ファイルを選択してください（JPEG、PNG、WebP、HEIC）')).toHaveCount(0)
  for (const setting of settings) await expect(setting).toBeEnabled()
  await expectAccessible(page)
  await save.click()
  await expect(page.getByText(/^「.+」を登録しました$/)).toBeVisible()

  const screen = meterScreen(page)
  await expect(screen.heading(long)).toBeVisible()
  await expect(screen.fact('測定端末')).toContainText('アナログ入力 動力盤')
  await expect(screen.fact('AIブースト')).toContainText('無効')
  await expect(screen.fact('メーター種別')).toContainText('円形アナログ')
  await expect(screen.fact('アナログ入力設定')).toContainText('4 〜 20 mA（最小値 0、最大値 400）')
  await expect(screen.fact('点検グループ')).toContainText('夜の巡回')
  await expect(screen.fact('測定範囲')).toContainText('0 〜 1 MPa')
  await expect(screen.fact('異常範囲')).toContainText('未登録')
  await expect(screen.fact('AIアシスト設定')).toContainText('未設定')
  await expect(page.getByRole('img', { name: `${long}のメーター画像` })).toBeVisible()
})

test('the QR code of a meter is saved, and printed with the meter’s name and nothing else', async () => {
  const meter = await gauge('9号ポンプ')
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, user)
  await page.goto(`/meters/${meter.id}`)
  const screen = meterScreen(page)
  await screen.showQr.click()
  const code = page.getByRole('img', { name: '9号ポンプの撮影画面を開くQRコード' })
  await expect(code).toHaveJSProperty('naturalWidth', 600)
  await expectAccessible(page)
  const saved = await qrIn(await download(screen.qr.getByRole('link', { name: '画像を保存' })))
  value(saved.text).toBe(`${site.origin}/capture-meter-value/${meter.id}`)

  const printed = page.waitForFunction(() => 'printed' in window)
  await page.evaluate(() =>
    window.addEventListener('beforeprint', () => Object.assign(window, { printed: 1 })),
  )
  await screen.qr.getByRole('button', { name: '印刷' }).click()
  await printed
  await page.emulateMedia({ media: 'print' })
  await expect(code).toBeVisible()
  await expect(page.getByText(meter.name).and(page.locator('figcaption'))).toBeVisible()
  for (const role of ['button', 'heading', 'link'] as const) await expect(page.getByRole(role)).toHaveCount(0)
})

test('unsaved input is not left without asking', async () => {
  const meter = await gauge('3号ポンプ')
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, user)
  await page.goto(`/meters/${meter.id}`)
  await meterScreen(page).edit.click()
  await type(meterForm(page).name, '途中')
  await page.getByRole('link', { name: 'ホーム' }).click()
  await page.getByRole('button', { name: '入力を続ける' }).click()
  await expect(meterForm(page).name).toHaveValue('途中')
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()
  await page.getByRole('link', { name: 'ホーム' }).click()
  await page.getByRole('button', { name: '破棄' }).click()
  await expect(page.getByRole('heading', { name: 'ホーム', exact: true })).toBeVisible()
})
