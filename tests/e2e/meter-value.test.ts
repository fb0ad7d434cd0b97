// Covers docs/requirements.md: 8, 18, 64, 72, 73, 75, 136, 137, 138, 261, 302

import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { homeScreen } from '../support/pages/home.ts'
import { readingDialog, readingPage } from '../support/pages/reading.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { addDevice, addMeter, addReading } from '../support/server/builders.ts'

/** A realistic maximum. */
const longName = '第二工場 地下一階 ボイラー室 給水ポンプ 2号機 吐出側 圧力計（予備系統）'

let site: Site
let user: TestUser
let meter: Awaited<ReturnType<typeof addMeter>>
/** In order of measurement. */
let first: { id: number }
let middle: { id: number }
let last: { id: number }
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  user = await site.addUser()
  const { database, organization } = site
  const device = await addDevice(database, organization.id, { name: '屋上カメラ', type: 0 })
  meter = await addMeter(database, organization.id, {
    name: longName,
    decimalPoint: 2,
    deviceId: device.id,
    settings: null,
  })
  const at = (minutes: number) => ({ createdAt: new Date(Date.now() - minutes * 60_000) })
  first = await addReading(database, meter, { value: 0.31, ...at(30) })
  middle = await addReading(database, meter, {
    value: 0.42,
    source: 'camera',
    valueSource: 'reader',
    wakeupReason: 0,
    ...at(20),
  })
  last = await addReading(database, meter, { value: 0.53, ...at(10) })
})

/** Opens the middle reading on this meter's home. */
async function openDetail(viewport: { width: number; height: number }) {
  const page = await openBrowser(site.origin, { viewport })
  await keepSignedIn(page, user)
  await page.goto(`/?period=day&meters=[${meter.id}]`)
  await homeScreen(page).tile(middle.id).click()
  const detail = readingDialog(page)
  await expect(detail.value).toContainText('0.42')
  await expect(detail.editRow('メーター名')).toBeVisible()
  return { page, detail }
}

test('on a phone device, group and range are changed where they stand', async () => {
  const { page, detail } = await openDetail(sizes.phone)
  await expect(detail.dialog).toContainText('（タイマー起動）')

  await detail.editRow('カメラ・端末名').click()
  await type(detail.row('カメラ・端末名').getByRole('textbox'), '屋上カメラ 2号')
  await page.keyboard.press('Enter')
  await expect(detail.row('カメラ・端末名')).toContainText('屋上カメラ 2号')

  await detail.editRow('点検グループ').click()
  await detail.row('点検グループ').getByRole('button', { name: '新しい点検グループ' }).click()
  await type(
    detail.row('点検グループ').getByRole('textbox', { name: '新しい点検グループの名前' }),
    '夜の巡回',
  )
  await page.keyboard.press('Enter')
  await expect(detail.row('点検グループ').getByRole('combobox')).toHaveValue('夜の巡回')
  await detail.row('点検グループ').getByRole('button', { name: '保存' }).click()
  await expect(detail.editRow('点検グループ')).toBeVisible()
  await expect(detail.row('点検グループ')).toContainText('夜の巡回')

  // The judgement follows the meter's range.
  await detail.editRow('異常範囲').click()
  await type(detail.row('異常範囲').getByRole('textbox', { name: '異常範囲の下限' }), '0.4')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(detail.row('異常範囲')).toContainText('0.40 〜 1.00 MPa')
  await expect(detail.value).toContainText('異常')

  await page.reload()
  await expect(detail.row('点検グループ')).toContainText('夜の巡回')
  await expect(detail.row('カメラ・端末名')).toContainText('屋上カメラ 2号')
})

test('on a desktop the history says who corrected the value, from what to what', async () => {
  const { page, detail } = await openDetail(sizes.desktop)
  await detail.edit.click()
  await type(detail.input, '0.35')
  await detail.input.press('Enter')
  await expect(detail.edit).toBeVisible()
  await detail.openHistory()
  await expect(detail.changes).toHaveCount(1)
  await expect(detail.changes).toContainText(user.username)
  await expect(detail.changes).toContainText(/0\.42.*0\.35/)
  // Otherwise the pointer over the list shows a tooltip outside all landmarks.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expectAccessible(page)
})

test('at either end of the list the detail says so', async () => {
  const { page, detail } = await openDetail(sizes.tablet)
  await page.keyboard.press('ArrowRight')
  await expect(detail.value).toContainText('0.31')
  await expect(detail.dialog.getByText('一覧の最後です')).toBeVisible()
  await expect(detail.next).toBeDisabled()
  await detail.previous.click()
  await detail.previous.click()
  await expect(detail.value).toContainText('0.53')
  await expect(detail.dialog.getByText('一覧の最初です')).toBeVisible()
})

test('without signal a change is refused in words, and what was typed stays', async () => {
  const { page, detail } = await openDetail(sizes.phone)
  await page.context().setOffline(true)
  await expect(detail.dialog.getByText(/の内容です/)).toBeVisible()
  await detail.editRow('メーター名').click()
  const input = detail.row('メーター名').getByRole('textbox')
  await type(input, '給水ポンプ 圧力計')
  await input.press('Enter')
  await expect(detail.row('メーター名').getByRole('alert')).toContainText('サーバーにつながりません')
  await expect(input).toHaveValue('給水ポンプ 圧力計')
  await page.context().setOffline(false)
  await input.press('Enter')
  await expect(detail.editRow('メーター名')).toBeVisible()
  await expect(detail.row('メーター名')).toContainText('給水ポンプ 圧力計')
})

test('a reading has a page of its own, in a new tab, that walks through its meter by time', async () => {
  const { page, detail } = await openDetail(sizes.desktop)
  const opened = page.context().waitForEvent('page')
  await detail.ownPage.click()
  const tab = await opened
  const screen = readingPage(tab)
  await expect(tab).toHaveURL(`/meter-value/${middle.id}`)
  await expect(screen.heading(longName)).toBeVisible()
  await expect(screen.value).toContainText('0.42')
  await expect(screen.row('AIアシスト設定')).toContainText('未設定')
  await expect(screen.row('読取位置設定')).toContainText('未設定')
  await expectAccessible(tab)
  await screen.next.click()
  await expect(tab).toHaveURL(`/meter-value/${last.id}`)
  await expect(tab.getByText('最新の測定値です')).toBeVisible()
  await tab.keyboard.press('ArrowLeft')
  await expect(screen.value).toContainText('0.42')
  await tab.keyboard.press('ArrowLeft')
  await expect(tab).toHaveURL(`/meter-value/${first.id}`)
  await expect(tab.getByText('最初の測定値です')).toBeVisible()
})

test('the page of a deleted reading says who deleted it, and that of none that there is none', async () => {
  const expected = [
    { status: 404, path: '/api/v1/meters-value/' },
    { status: 404, path: '/api/v1/meter-value/' },
  ]
  const page = await openBrowser(site.origin, { viewport: sizes.phone, expected })
  await keepSignedIn(page, user)
  await page.goto(`/meter-value/${middle.id}`)
  const screen = readingPage(page)
  await screen.remove.click()
  const question = page.getByRole('dialog', { name: '測定値の削除' })
  await expect(question).toContainText(`「${longName}」の測定値 0.42 MPa`)
  await question.getByRole('button', { name: '削除' }).click()
  await expect(screen.deleted).toBeVisible()
  await expect(page.getByText(`${user.username}が削除しました`)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/meter-value/999999')
  await expect(screen.unknown).toBeVisible()
  await page.goto('/meter-value/abc')
  await expect(page.getByRole('heading', { name: 'ページが見つかりません' })).toBeVisible()
})
