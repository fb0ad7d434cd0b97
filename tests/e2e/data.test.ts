// Covers docs/requirements.md: 6, 19, 59, 60, 77, 78, 79, 80, 81, 82, 84, 85, 89, 90, 92, 93, 95, 139, 140, 184, 201, 241, 248

import { afterAll, beforeAll, test } from 'vitest'
import { deviceType } from '../../contract/devices.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { dataScreen } from '../support/pages/data.ts'
import { listTools } from '../support/pages/list.ts'
import { readingDialog } from '../support/pages/reading.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { gaugePicture } from '../support/reader/rendered-meters.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { addDevice, addGroup, addMeter, addReading } from '../support/server/builders.ts'

const hour = 3_600_000
const names = { pump: '1号ポンプ 吐出圧力', tank: '受水槽 水位', boiler: 'ボイラー 蒸気圧力' }

let site: Site
let user: TestUser
let pump: Awaited<ReturnType<typeof addMeter>>
let tank: Awaited<ReturnType<typeof addMeter>>
beforeAll(async () => {
  site = await openSite()
  user = await site.addUser()
  const { database, organization } = site
  const group = await addGroup(database, organization.id, { name: '給水設備' })
  const device = await addDevice(database, organization.id, { type: deviceType.mobile })
  const given = { meterGroupId: group.id, deviceId: device.id, decimalPoint: 2 }
  pump = await addMeter(database, organization.id, { name: names.pump, ...given })
  tank = await addMeter(database, organization.id, { name: names.tank, ...given, meterUnitId: 2 })
  await addMeter(database, organization.id, { name: names.boiler, decimalPoint: 2 })
  for (let ago = 0; ago < 30; ago++) {
    const createdAt = new Date(Date.now() - ago * hour - 60_000)
    const value = ago === 5 ? null : ago === 9 ? 0.9 : 0.4 + ago / 100
    await addReading(database, pump, { value, isAbnormal: ago === 5 || ago === 9, createdAt })
    await addReading(database, tank, { value: 30 + ago, createdAt })
  }
})
afterAll(() => site.close())

test('on a phone the list is searched, sorted and leads to the detail and back', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, user)
  await page.goto(`/data?tab=list&meters=[${pump.id},${tank.id}]`)
  const data = dataScreen(page)
  const rows = data.cards
  await expect(listTools(page).total(60)).toBeVisible()
  await expect(rows).toHaveCount(50)
  await data.listTools.click()
  await type(data.textSearch, 'ポンプ')
  await expect(rows).toHaveCount(30)
  await page.getByRole('combobox', { name: '並べ替え' }).selectOption('測定日時 古い順')
  await expect(rows.first()).toContainText('0.69')
  await page.reload()
  await expect(rows.first()).toContainText('0.69')
  await rows.first().getByText(names.pump).click()
  await expect(readingDialog(page).value).toContainText('0.69')
  await readingDialog(page).next.click()
  await expect(readingDialog(page).value).toContainText('0.68')
  await page.goBack()
  await expect(readingDialog(page).dialog).toHaveCount(0)
  await expect(rows).toHaveCount(30)
  await listTools(page).pageSize.selectOption('全て')
  await expect(rows.first()).toContainText('0.69')
})

test('another page of the list begins at its top, and going back finds the place in the one before', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, user)
  await page.goto(`/data?tab=list&meters=[${pump.id},${tank.id}]`)
  const { cards } = dataScreen(page)
  await expect(cards).toHaveCount(50)
  await cards.last().scrollIntoViewIfNeeded()
  await expect(cards.first()).not.toBeInViewport()
  await listTools(page).pageNumber(2).click()
  await expect(cards).toHaveCount(10)
  await expect(cards.first()).toBeInViewport({ ratio: 1 })
  await page.goBack()
  await expect(cards).toHaveCount(50)
  await expect(cards.first()).not.toBeInViewport()
  await expect(cards.last()).toBeInViewport()
})

test('on a tablet group and days narrow graph and list alike, values stay on, and what a colleague enters comes by itself', async () => {
  const { database, organization } = site
  const group = await addGroup(database, organization.id, { name: '排水設備' })
  const drain = await addMeter(database, organization.id, {
    name: '排水ポンプ 吐出圧力',
    meterGroupId: group.id,
    decimalPoint: 2,
  })
  for (const [days, value] of [
    [30, 0.43],
    [20, 0.13],
    [1, 0.37],
    [0, 0.5],
  ] as const)
    await addReading(database, drain, { value, createdAt: new Date(Date.now() - days * 24 * hour - 60_000) })
  const page = await openBrowser(site.origin, { viewport: sizes.tablet })
  await keepSignedIn(page, user)
  await page.goto('/data')
  const data = dataScreen(page)
  await expect(data.nothing).toBeVisible()
  await data.choose('メーターグループ', '排水設備')
  await expect(data.latest(drain.name)).toContainText('0.50')
  await data.numbers.click()
  await expect(data.charts).toContainText('0.13')
  await data.openSearch()
  await data.drawer.getByRole('button', { name: '昨日' }).click()
  await data.drawer.getByRole('button', { name: '適用' }).click()
  await expect(data.charts).not.toContainText('0.13')
  await expect(data.charts).toContainText('0.37')
  await data.tab('データ一覧').click()
  await expect(listTools(page).total(1)).toBeVisible()
  await data.chosen
    .getByRole('button', { name: /を外す$/ })
    .last()
    .click()
  await expect(listTools(page).total(4)).toBeVisible()

  const colleague = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(colleague, await site.addUser())
  await colleague.goto('/')
  await data.tab('データグラフ').click()
  await dataScreen(colleague).enter(drain.name, '0.95', { surprising: true })
  await expect(data.latest(drain.name)).toContainText('0.95')
  await expect(data.latest(drain.name)).toContainText('異常')
  await expect(data.charts).toContainText('0.95')
  await data.latest(drain.name).click()
  await expect(readingDialog(page).value).toContainText('0.95')
  await readingDialog(page).close.click()
  await data.tab('データ一覧').click()
  await expect(listTools(page).total(5)).toBeVisible()
  await page.goto('/data')
  await expect(data.numbers).toBeChecked()
})

test('by keyboard a person moves through the graph, zooms in, opens a reading and comes back to it', async () => {
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, user)
  await page.goto(`/data/${pump.id}`)
  const data = dataScreen(page)
  const chart = data.chart(/^1号ポンプ/)
  await expect(data.lines).toHaveCount(1)
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(chart.getByRole('status')).toContainText('0.41 MPa')
  await page.keyboard.press('+')
  await expect(data.wholeTime).toBeEnabled()
  await page.keyboard.press('0')
  await expect(data.wholeTime).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(readingDialog(page).value).toContainText('0.41')
  await page.keyboard.press('Escape')
  await expect(readingDialog(page).dialog).toHaveCount(0)
  await expect(chart).toBeFocused()
})

test('a reading is added by hand with its picture, and shows at once', async () => {
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, user)
  const meter = await addMeter(site.database, site.organization.id, {
    name: '手入力の計器',
    decimalPoint: 2,
    settings: null,
  })
  await page.goto(`/data/${meter.id}?tab=list`)
  const { entry, openEntry, ...data } = dataScreen(page)
  await expect(page.getByText('No Data')).toBeVisible()
  await openEntry()
  await expect(entry.meter).toHaveValue('手入力の計器')
  await entry.submit.click()
  await expect(entry.dialog.getByText('測定値を入力してください')).toBeVisible()
  await type(entry.value, '０．４２')
  const { jpeg } = await gaugePicture(0.42)
  await entry.file.setInputFiles({ name: 'meter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) })
  await expect(entry.preview).toBeVisible()
  await entry.close.click()
  await page.getByRole('button', { name: '入力を続ける' }).click()
  await entry.submit.click()
  await expect(page.getByText('メーター値を登録しました')).toBeVisible()
  await expect(data.rows).toHaveCount(1)
  await expect(data.rows.first()).toContainText('0.42')
  const [kept] = (await site.readings()).filter(({ meterId }) => meterId === meter.id)
  expect(kept).toMatchObject({ value: 0.42, valueSource: 'entered', source: 'entry' })
  expect(kept?.pictureSha256).not.toBeNull()
})

test('without signal the graph shows what was seen last, and how old it is', async () => {
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, user)
  await page.goto(`/data/${pump.id}`)
  const data = dataScreen(page)
  await expect(data.lines).toHaveCount(1)
  await page.context().setOffline(true)
  await expect(page.getByText(/の内容です/)).toBeVisible()
  await expect(data.lines).toHaveCount(1)
})
