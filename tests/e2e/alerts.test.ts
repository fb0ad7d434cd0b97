import { eq, sql } from 'drizzle-orm'
import type { Locator } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { alerts } from '../../server/db/schema.ts'
import type { TestUser } from '../support/accounts.ts'
import { expectAccessible } from '../support/axe.ts'
import { openBrowser, sizes } from '../support/browsers.ts'
import { addAlert, addMeter, addReading } from '../support/builders.ts'
import { expect } from '../support/expect.ts'
import { alertsScreen } from '../support/pages/alerts.ts'
import { dataScreen } from '../support/pages/data.ts'
import { listTools } from '../support/pages/list.ts'
import { readingDialog } from '../support/pages/reading.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { openSite, type Site } from '../support/site.ts'
import { type } from '../support/type.ts'

let site: Site
let inspector: TestUser
let supervisor: TestUser
let pump: Awaited<ReturnType<typeof addMeter>>
beforeAll(async () => {
  site = await openSite()
  inspector = await site.addUser({ username: 'kensa' })
  supervisor = await site.addUser({ username: 'kantoku' })
  pump = await addMeter(site.database, site.organization.id, { name: 'No.7 給水ポンプ吐出圧' })
})
afterAll(() => site.close())

async function past(name: string, minutesAgo: number, traits: Parameters<typeof addAlert>[2] = {}, unit = 1) {
  const { database, organization } = site
  const meter = await addMeter(database, organization.id, { name, meterUnitId: unit })
  const createdAt = new Date(Date.now() - minutesAgo * 60_000)
  const reading = await addReading(database, meter, { value: 0.9, isAbnormal: true, createdAt })
  const alert = await addAlert(database, reading, traits)
  return { meter, reading, alert }
}

test('an abnormal reading of an inspector shows on the supervisor’s tablet without a reload; confirming moves it for both', async () => {
  const tablet = await openBrowser(site.origin, { viewport: sizes.tablet })
  const desktop = await openBrowser(site.origin)
  await keepSignedIn(tablet, supervisor)
  await keepSignedIn(desktop, inspector)
  await tablet.goto('/alerts')
  const seen = alertsScreen(tablet)
  await expect(tablet.getByText('発生中のアラートはありません。')).toBeVisible()
  await expectAccessible(tablet)

  await desktop.goto('/')
  await dataScreen(desktop).enter(pump.name, '0.95', { surprising: true })
  await expect(seen.cards).toHaveCount(1)
  await expect(seen.cards.first()).toContainText('0.8 〜 1')
  await expect(seen.entry).toContainText('発生中 1件')
  const notice = seen.notice(pump.name)
  await expect(notice).toContainText('測定値 0.95 MPa')
  await expectAccessible(tablet)
  await notice.getByRole('button', { name: '開く' }).click()
  await expect(readingDialog(tablet).picture(pump.name).or(tablet.getByText('0.95').first())).toBeVisible()
  await expect(notice).toHaveCount(0)
  await tablet.goBack()
  await expect(tablet.getByRole('dialog')).toHaveCount(0)

  await desktop.getByRole('link', { name: /^アラート/ }).click()
  const other = alertsScreen(desktop)
  await expect(other.rows).toHaveCount(1)
  await seen.confirm(pump.name).click()
  await expect(seen.question).toContainText(`「${pump.name}」`)
  await seen.confirmInDialog.press('Enter')
  await expect(seen.cards).toHaveCount(0)
  await expect(seen.confirmed).toContainText(`「${pump.name}」の測定値 0.95 MPa（今日`)
  await seen.undo.press('Enter')
  await expect(seen.cards).toHaveCount(1)
  await expect(other.rows).toHaveCount(1)
  await seen.confirm(pump.name).click()
  await type(seen.comment, 'バルブを調整した')
  await seen.confirmInDialog.click()
  await expect(seen.cards).toHaveCount(0)
  await expect(other.rows).toHaveCount(0)
  await expect(other.entry).not.toContainText('発生中')
  await other.tab('確認済み').click()
  await expect(other.rows.first()).toContainText(supervisor.username)
  await expect(other.rows.first()).toContainText('バルブを調整した')
  await expectAccessible(desktop)
})

test('a normal value ends an alert for everyone; what is past is confirmed with a comment, and tells who, when and why', async () => {
  const meter = await addMeter(site.database, site.organization.id, { name: 'No.8 排水ポンプ吐出圧' })
  const desktop = await openBrowser(site.origin)
  const phone = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(desktop, supervisor)
  await keepSignedIn(phone, inspector)
  await phone.goto('/')
  await dataScreen(phone).enter(meter.name, '0.95', { surprising: true })
  await desktop.goto('/alerts')
  const [seen, other] = [alertsScreen(desktop), alertsScreen(phone)]
  await expect(seen.rows.filter({ hasText: meter.name })).toHaveCount(1)
  await other.notice(meter.name).getByRole('button', { name: '閉じる' }).click()
  await dataScreen(phone).enter(meter.name, '0.5', { surprising: true })
  await expect(seen.rows.filter({ hasText: meter.name })).toHaveCount(0)
  await seen.tab('過去').click()
  await seen.confirm(meter.name).click()
  await type(seen.comment, '弁を閉めて元に戻した')
  await seen.confirmInDialog.click()
  await expect(seen.rows.filter({ hasText: meter.name })).toHaveCount(0)

  await other.entry.click()
  await other.tab('確認済み').click()
  const card = other.cards.filter({ hasText: meter.name })
  await expect(card).toContainText(supervisor.username)
  await expect(card).toContainText('弁を閉めて元に戻した')
  await expect(other.confirm(meter.name)).toHaveCount(0)
  await other.open(meter.name).click()
  const { dialog, value } = readingDialog(phone)
  await expect(value).toContainText('0.95')
  await expect(dialog.getByText(/^確認済み（.+、kantoku）弁を閉めて元に戻した$/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: '確認済みにする' })).toHaveCount(0)
  const [kept] = await site.database.asSystem((tx) =>
    tx.select().from(alerts).where(eq(alerts.meterId, meter.id)),
  )
  expect(kept).toMatchObject({
    isAlert: false,
    isAlerted: false,
    confirmAt: expect.any(Date),
    confirmedByUserId: supervisor.id,
    comment: '弁を閉めて元に戻した',
  })
})

test('the chosen tab comes back; units, order and page stand in the address, and deeper pages stay as they are', async () => {
  const { alert } = await past('No.1 冷却水圧力', 120, { isAlert: false })
  for (let index = 0; index < 54; index++)
    await past(`巡回メーター ${index}`, 60 + index, { isAlert: false }, index < 2 ? 3 : 1)
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, supervisor)
  await page.goto('/alerts')
  const screen = alertsScreen(page)
  await screen.tab('過去').click()
  await page.goto('/')
  await screen.entry.click()
  await expect(screen.rows).toHaveCount(50)
  const list = listTools(page)
  await expect(list.total(55)).toBeVisible()
  await screen.head('発生日時').click()
  await expect(screen.rows.first()).toContainText('No.1 冷却水圧力')
  await screen.head('発生日時').click()
  await list.pageNumber(2).click()
  await expect(screen.rows).toHaveCount(5)
  await expect(screen.rows.last()).toContainText('No.1 冷却水圧力')

  await past('後から来たメーター', 1, { isAlert: false })
  await expect(page.getByText('新しいデータが 1 件あります')).toBeVisible()
  await expect(screen.rows).toHaveCount(5)
  await list.showNewer.press('Enter')
  await expect(screen.rows.first()).toContainText('後から来たメーター')
  await expect(list.showNewer).toHaveCount(0)
  await expect(list.list('アラート一覧')).toBeFocused()

  await screen.filter('単位').click()
  await page
    .getByRole('combobox', { name: '単位' })
    .or(page.getByRole('textbox', { name: '単位' }))
    .click()
  await page.getByRole('option', { name: 'Pa', exact: true }).click()
  await expect(screen.rows).toHaveCount(2)
  await page.reload()
  await expect(screen.rows).toHaveCount(2)
  await page.goBack()
  await expect(screen.rows).toHaveCount(50)
  await site.database.asSystem((tx) => tx.execute(sql`delete from alerts where id <> ${alert.id}`))
  await expect(screen.rows).toHaveCount(1)
})

test('on a phone an alert is a card; its reading opens in the alerts variant, is confirmed there, and offline the list stays', async () => {
  const name = '第二工場 屋上 冷却塔 循環ポンプ 三号機 出口側圧力計（北側の配管の上）'
  await past(name, 5)
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, supervisor)
  await page.goto('/')
  await screenOf(page).entry.click()
  const screen = screenOf(page)
  await screen.tab('発生中').click()
  await expect(screen.cards).toHaveCount(1)
  await expectAccessible(page)
  await page.context().setOffline(true)
  await expect(page.getByText('の内容です')).toBeVisible()
  await expect(screen.cards).toHaveCount(1)
  await page.context().setOffline(false)
  await screen.open(name).click()
  const dialog = readingDialog(page).dialog
  await dialog.getByRole('button', { name: '確認済みにする' }).click()
  await screen.confirmInDialog.click()
  await expect(screen.cards).toHaveCount(0)
})

test('on a phone news of alerts has room of its own: nothing that is typed into or pressed lies below it, and more become one', async () => {
  const { database, organization } = site
  const first = await addMeter(database, organization.id, { name: 'No.9 ボイラー給水圧' })
  const second = await addMeter(database, organization.id, { name: 'No.10 復水ポンプ吐出圧' })
  const desktop = await openBrowser(site.origin)
  const phone = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(desktop, inspector)
  await keepSignedIn(phone, supervisor)
  const { openEntry, entry } = dataScreen(phone)
  await phone.goto('/data')
  await openEntry()
  await type(entry.value, '0.5')
  const place = async (part: Locator) => {
    const box = await part.boundingBox()
    return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) }
  }
  const wholeTop = (await place(entry.dialog)).top
  await desktop.goto('/data')
  await dataScreen(desktop).enter(first.name, '0.95', { surprising: true })
  const notice = alertsScreen(phone).notice(first.name)
  await expect(notice).toBeVisible()
  await expect
    .poll(async () => (await place(entry.dialog)).top)
    .toBeGreaterThanOrEqual((await place(notice)).bottom)
  for (const part of [entry.close, entry.meter, entry.value, entry.submit])
    await expect(part).toBeInViewport({ ratio: 1 })
  await expect(entry.value).toBeFocused()
  await expectAccessible(phone)

  await alertsScreen(desktop).notice(first.name).getByRole('button', { name: '閉じる' }).click()
  await dataScreen(desktop).enter(second.name, '0.95', { surprising: true })
  const both = phone.getByRole('alert').filter({ hasText: '新しいアラートが 2 件あります' })
  await expect(both).toContainText(`${second.name}、${first.name}`)
  await expect(notice).toHaveCount(0)
  await both.getByRole('button', { name: '閉じる' }).click()
  await expect.poll(async () => (await place(entry.dialog)).top).toBe(wholeTop)
})

const screenOf = alertsScreen
