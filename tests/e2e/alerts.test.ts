// Covers docs/requirements.md: 9, 22, 132, 182, 183, 568, 606, 607, 608, 659, 1045, 1049

import type { Locator } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect, settledBox } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { alertsScreen } from '../support/pages/alerts.ts'
import { dataScreen } from '../support/pages/data.ts'
import { homeScreen } from '../support/pages/home.ts'
import { readingDialog } from '../support/pages/reading.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { addMeter } from '../support/server/builders.ts'

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

test('an abnormal reading of an inspector shows on the supervisor’s tablet without a reload; confirming moves it for both', async () => {
  const tablet = await openBrowser(site.origin, { viewport: sizes.tablet })
  const desktop = await openBrowser(site.origin)
  await keepSignedIn(tablet, supervisor)
  await keepSignedIn(desktop, inspector)
  await tablet.goto('/alerts')
  const seen = alertsScreen(tablet)
  await expect(tablet.getByText('発生中のアラートはありません。')).toBeVisible()

  await desktop.goto('/')
  await dataScreen(desktop).enter(pump.name, '0.95', { surprising: true })
  const notice = seen.notice(pump.name)
  await expect(notice).toContainText('測定値 0.95 MPa')
  // It stays under the pointer.
  await notice.hover()
  await expect(seen.cards).toHaveCount(1)
  await expect(seen.cards.first()).toContainText('0.8 〜 1')
  await expect(seen.entry).toContainText('発生中 1件')
  await expectAccessible(tablet)
  await notice.getByRole('button', { name: '開く' }).click()
  await expect(readingDialog(tablet).picture(pump.name).or(tablet.getByText('0.95').first())).toBeVisible()
  await expect(notice).toHaveCount(0)
  // What the decision is made by, by keys.
  const detail = readingDialog(tablet)
  await expect(detail.dialog.getByText('以前のアラートはありません。')).toBeVisible()
  const chart = detail.dialog.getByRole('application', { name: /の前後7日間の測定値（MPa）$/ })
  // It has no points before its width is known.
  await expect(chart.getByText('アラート')).toBeVisible()
  await chart.press('End')
  await expect(detail.dialog.getByText(/、0\.95 MPa、異常$/)).toBeAttached()
  await expectAccessible(tablet)
  await tablet.goBack()
  await expect(tablet.getByRole('dialog')).toHaveCount(0)

  const other = alertsScreen(desktop)
  await other.entry.click()
  await expect(other.rows).toHaveCount(1)
  await seen.confirm(pump.name).click()
  await expect(seen.question).toContainText(`「${pump.name}」`)
  await seen.confirmInDialog.press('Enter')
  await expect(seen.confirmed).toContainText(`「${pump.name}」の測定値 0.95 MPa（今日`)
  // It stays while it has the focus.
  await seen.undo.focus()
  await expect(seen.cards).toHaveCount(0)
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

  // The author edits the comment by keys; the inspector sees it at once and has no pencil.
  await seen.tab('確認済み').click()
  await seen.editComment(pump.name).press('Enter')
  await expect(seen.editedComment).toBeFocused()
  await expect(seen.editedComment).toHaveValue('バルブを調整した')
  await type(seen.editedComment, 'バルブを調整し、翌朝に戻した')
  await seen.editedComment.press('Enter')
  await expect(seen.cards.first()).toContainText('バルブを調整し、翌朝に戻した')
  await expect(seen.cards.first()).toContainText('編集済み')
  await expect(seen.editComment(pump.name)).toBeFocused()
  await expect(other.rows.first()).toContainText('翌朝に戻した')
  await expect(other.rows.first()).toContainText('編集済み')
  await expect(other.editComment(pump.name)).toHaveCount(0)
})

test('an alert is taken over by touch on a tablet and handed over by keys on a desktop; both see it without a reload', async () => {
  const fan = await addMeter(site.database, site.organization.id, { name: 'No.8 冷却塔循環圧' })
  const tablet = await openBrowser(site.origin, { viewport: sizes.tablet })
  const desktop = await openBrowser(site.origin)
  await keepSignedIn(tablet, supervisor)
  await keepSignedIn(desktop, inspector)
  await desktop.goto('/data')
  await dataScreen(desktop).enter(fan.name, '0.95', { surprising: true })
  await tablet.goto('/alerts')
  await desktop.goto('/alerts')
  const [seen, other] = [alertsScreen(tablet), alertsScreen(desktop)]
  const card = seen.cards.filter({ hasText: fan.name })
  const row = other.rows.filter({ hasText: fan.name })
  await expect(row).toContainText('未割当')
  await seen.take(fan.name).tap()
  await expect(card).toContainText(`担当：${supervisor.username}（今日`)
  await expect(row).toContainText(`${supervisor.username}（今日`)
  await expect(other.take(fan.name)).toHaveCount(0)
  await expectAccessible(tablet)

  await other.changeAssignee(fan.name).press('Enter')
  await expect(other.assigning.getByRole('combobox', { name: '担当者' })).toBeFocused()
  await expectAccessible(desktop)
  await other.assigning.getByRole('button', { name: '変更' }).press('Enter')
  await expect(row).toContainText(`${inspector.username}（今日`)
  await expect(card).toContainText(`担当：${inspector.username}（今日`)
  await expect(other.changeAssignee(fan.name)).toBeFocused()

  await seen.view('自分の担当').tap()
  await expect(card).toHaveCount(0)
  await seen.view('未割当').tap()
  await expect(tablet).toHaveURL(/assignee=none/)
  await expect(card).toHaveCount(0)
  await other.view('自分の担当').press('Enter')
  await expect(row).toHaveCount(1)
  // It leaves the view of what is one’s own; the tablet sees it among those that nobody has.
  await other.release(fan.name).press('Enter')
  await expect(row).toHaveCount(0)
  await expect(card).toContainText('担当：未割当')
  await expect(desktop).toHaveURL(/assignee=me/)
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
  const wholeTop = (await settledBox(entry.dialog))?.y
  await desktop.goto('/data')
  await dataScreen(desktop).enter(first.name, '0.95', { surprising: true })
  await alertsScreen(desktop).notice(first.name).getByRole('button', { name: '閉じる' }).click()
  const notice = alertsScreen(phone).notice(first.name)
  await expect(notice).toBeVisible()
  await expect
    .poll(async () => (await place(entry.dialog)).top)
    .toBeGreaterThanOrEqual((await place(notice)).bottom)
  for (const part of [entry.close, entry.meter, entry.value, entry.submit])
    await expect(part).toBeInViewport({ ratio: 1 })
  await expect(entry.value).toBeFocused()

  await dataScreen(desktop).enter(second.name, '0.95', { surprising: true })
  const both = phone.getByRole('alert').filter({ hasText: '新しいアラートが 2 件あります' })
  await expect(both).toContainText(`${second.name}、${first.name}`)
  await expect(notice).toHaveCount(0)
  await both.getByRole('button', { name: '閉じる' }).click()
  await expect.poll(async () => (await place(entry.dialog)).top).toBe(wholeTop)
})

test('an abnormal tile of the home screen is confirmed in place by keys, and focus goes on to the next one', async () => {
  const { database, organization } = site
  const [next, pressed] = [
    await addMeter(database, organization.id, { name: 'No.14 排水ポンプ吐出圧' }),
    await addMeter(database, organization.id, { name: 'No.15 揚水ポンプ吐出圧' }),
  ]
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, supervisor)
  await page.goto('/data')
  for (const { name } of [next, pressed]) await dataScreen(page).enter(name, '0.95', { surprising: true })
  await page.goto('/?tab=abnormal')
  const home = homeScreen(page)
  const screen = alertsScreen(page)
  await home.confirmTile(pressed.name).press('Enter')
  await expect(screen.comment).toBeFocused()
  await expectAccessible(page)
  await screen.comment.press('Enter')
  // It stays under the pointer.
  await screen.undo.hover()
  await expect(screen.question).toHaveCount(0)
  await expect(home.confirmTile(pressed.name)).toHaveCount(0)
  await expect(home.confirmTile(next.name)).toBeFocused()
  await screen.undo.press('Enter')
  await expect(home.confirmTile(pressed.name)).toBeVisible()

  // Later one press leads to the confirmation, whose author can still change the comment.
  await expect(home.confirmTile(pressed.name)).not.toHaveAttribute('aria-disabled', 'true')
  await home.confirmTile(pressed.name).press('Enter')
  await type(screen.comment, '弁を閉めた')
  await screen.comment.press('Enter')
  await expect(home.confirmedTile(pressed.name)).toContainText(supervisor.username)
  await expectAccessible(page)
  await home.confirmedTile(pressed.name).press('Enter')
  const { dialog, row, editRow, close } = readingDialog(page)
  await expect(dialog).toContainText(/確認済み（.*、kantoku）/)
  await expect(row('コメント')).toContainText('弁を閉めた')
  await expect(editRow('コメント')).toBeVisible()
  await close.press('Enter')
  await expect(home.confirmedTile(pressed.name)).toBeVisible()
})

test('過去 says how many nobody has confirmed, and is opened again until something new occurs', async () => {
  const { database, organization } = site
  const [over, goingOn, next] = [
    await addMeter(database, organization.id, { name: 'No.11 冷水往き圧' }),
    await addMeter(database, organization.id, { name: 'No.12 冷水還り圧' }),
    await addMeter(database, organization.id, { name: 'No.13 温水往き圧' }),
  ]
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, supervisor)
  await page.goto('/data')
  const { enter } = dataScreen(page)
  for (const { name } of [over, goingOn]) await enter(name, '0.95', { surprising: true })
  await enter(over.name, '0.5', { surprising: true })
  const screen = alertsScreen(page)
  await screen.entry.click()
  await expect(screen.tab('発生中')).toHaveAttribute('aria-selected', 'true')
  await expect(screen.tab('過去').getByLabel('未確認1件')).toBeVisible()
  await screen.tab('過去').click()
  await expect(screen.rows).toHaveCount(1)
  await page.setViewportSize(sizes.phone)
  await expect(screen.tab('確認済み')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(sizes.desktop)
  await page.goto('/data')
  await expect(screen.entry).toContainText('発生中')
  await screen.entry.click()
  await expect(screen.tab('過去')).toHaveAttribute('aria-selected', 'true')
  await page.goto('/data')
  await enter(next.name, '0.95', { surprising: true })
  await expect(screen.notice(next.name)).toBeVisible()
  await screen.entry.click()
  await expect(screen.tab('発生中')).toHaveAttribute('aria-selected', 'true')
})
