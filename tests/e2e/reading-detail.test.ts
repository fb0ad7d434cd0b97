// Covers docs/requirements.md: 6, 46, 58, 69, 173, 300, 560, 591, 616

import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { type Opening, openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { homeScreen } from '../support/pages/home.ts'
import { readingDialog } from '../support/pages/reading.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addMeter, addReading } from '../support/server/builders.ts'

let site: Site
let meter: Awaited<ReturnType<typeof addMeter>>
/** First in the list; an earlier one follows. */
let later: { id: number }
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  meter = await addMeter(site.database, site.organization.id, { decimalPoint: 2 })
  await addReading(site.database, meter, { value: 0.31, createdAt: new Date(Date.now() - 60_000) })
  later = await addReading(site.database, meter, { value: 0.42 })
})

/** Home with the readings of this test's meter. */
async function home(viewport: { width: number; height: number }, opening: Opening = {}) {
  const page = await openBrowser(site.origin, { viewport, ...opening })
  await keepSignedIn(page, await site.addUser())
  await page.goto(`/?period=day&meters=[${meter.id}]`)
  await expect(homeScreen(page).tiles).toHaveCount(2)
  return { page, screen: homeScreen(page), detail: readingDialog(page) }
}

test('on a phone a tile opens its reading under an address of its own, and Back closes it', async () => {
  const { page, screen, detail } = await home(sizes.phone)
  await screen.tile(later.id).click()
  await expect(detail.value).toContainText('0.42')
  await expect(page).toHaveURL(new RegExp(`[?&]value=${later.id}(?:&|$)`))
  await detail.next.click()
  await expect(detail.value).toContainText('0.31')
  await page.goBack()
  await expect(detail.dialog).toHaveCount(0)
  await expect(screen.tiles).toHaveCount(2)

  await page.goto(`/?period=day&value=${later.id}`)
  await expect(detail.value).toContainText('0.42')
  await detail.close.click()
  await expect(detail.dialog).toHaveCount(0)
  expect(page.url()).not.toContain('value=')
})

test('on a desktop Enter saves a correction, which a colleague sees after a refresh', async () => {
  const colleague = await home(sizes.desktop, { news: 'silent' })
  await expect(colleague.screen.tile(later.id)).toContainText('0.42')
  const { screen, detail } = await home(sizes.desktop)
  await screen.tile(later.id).click()
  await detail.edit.click()
  await type(detail.input, 'abc')
  await detail.input.press('Enter')
  await expect(detail.value.getByRole('alert')).toHaveText('数値を入力してください')
  await type(detail.input, '0.85')
  await detail.input.press('Enter')
  await detail.agree.click()
  await expect(detail.edit).toBeVisible()
  await expect(detail.value).toContainText('異常')
  await expect(detail.value).toContainText('0.85')

  await colleague.screen.refresh.click()
  await expect(colleague.screen.tile(later.id)).toContainText('0.85')
  await expect(colleague.screen.tile(later.id)).toContainText('異常')
})

test('arrow keys move through the readings, and Back asks before it loses what is typed', async () => {
  const { page, screen, detail } = await home(sizes.desktop)
  await screen.tile(later.id).click()
  await expect(detail.value).toContainText('0.42')
  await expect(detail.focus).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(detail.value).toContainText('0.31')
  await page.keyboard.press('ArrowLeft')
  await expect(detail.value).toContainText('0.42')
  await detail.edit.click()
  await type(detail.input, '0.5')
  await page.goBack()
  const question = page.getByRole('dialog', { name: '入力内容を破棄しますか' })
  await question.getByRole('button', { name: '入力を続ける' }).click()
  await expect(detail.input).toHaveValue('0.5')
  await page.goBack()
  await question.getByRole('button', { name: '破棄' }).click()
  await expect(detail.dialog).toHaveCount(0)
  await expect(screen.tile(later.id)).toContainText('0.42')
})

test('a time that nobody has confirmed is marked in list and detail until a person confirms it with one press', async () => {
  const counter = await addMeter(site.database, site.organization.id, {
    meterCategoryId: 4,
    decimalPoint: 1,
    startValue: null,
    endValue: null,
    emergencyStartValue: null,
    emergencyEndValue: null,
  })
  const add = (value: number, minutesAgo: number, timeMark: 'unconfirmed' | null) =>
    addReading(site.database, counter, {
      value,
      deviceValue: value,
      valueSource: 'device',
      source: 'camera',
      timeMark,
      createdAt: new Date(Date.now() - minutesAgo * 60_000),
    })
  const first = await add(100, 3, null)
  const doubted = await add(120, 2, 'unconfirmed')
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, await site.addUser())
  await page.goto(`/?period=day&meters=[${counter.id}]`)
  const [screen, detail] = [homeScreen(page), readingDialog(page)]
  await expect(screen.tile(doubted.id)).toContainText('時刻不明')
  await expect(screen.tile(first.id)).not.toContainText('時刻不明')
  await screen.tile(doubted.id).click()
  const time = detail.row('測定日時')
  await expect(time).toContainText('時刻不明')
  await expect(detail.row('使用量')).toHaveCount(0)
  const confirm = detail.dialog.getByRole('button', { name: 'この時刻で確定' })
  // In sight without scrolling.
  await expect(confirm).toBeInViewport({ ratio: 1 })
  await confirm.click()
  await expect(page.getByText(/測定日時を .* で確定しました/)).toBeVisible()
  await expect(confirm).toHaveCount(0)
  await expect(detail.edit).toBeFocused()
  await expect(detail.row('使用量')).toContainText('20.0')
  await expect(time).not.toContainText('時刻不明')
  await detail.openHistory()
  await expect(detail.changes).toContainText('で確定')
  await detail.close.click()
  await expect(screen.tile(doubted.id)).not.toContainText('時刻不明')
})
