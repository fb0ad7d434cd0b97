// Covers docs/requirements.md: 753, 758, 783, 786, 787, 788, 789, 813, 815, 816, 946, 947

import type { Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { scriptsOf } from '../support/browser/script-size.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { textOfSheets } from '../support/files/pdfText.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addMeter, addReading } from '../support/server/builders.ts'
import { dayOfMonth } from '../support/server/month-days.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** The right edge of the cells of tables. */
async function rightOf(page: Page): Promise<number> {
  const rights = await page
    .locator('main :is(th, td)')
    .evaluateAll((cells) => cells.map((each) => each.getBoundingClientRect().right))
  return Math.max(...rights)
}

const dayOf = (months: number, day?: number) => dayOfMonth(site.organization.timeZone, months, day)

test('an office compares last month with the year before in the graph, and opens its proof', async () => {
  const { database, organization } = site
  const counter = { meterCategoryId: 4, digitNumber: 5, decimalPoint: 1 }
  const incoming = await addMeter(database, organization.id, { ...counter, name: '受電' })
  const submeter = await addMeter(database, organization.id, { ...counter, name: '動力盤' })
  await addReading(database, incoming, { value: 1_000, createdAt: dayOf(-13) })
  await addReading(database, incoming, { value: 1_310, createdAt: dayOf(-12) })
  await addReading(database, incoming, { value: 5_000, createdAt: dayOf(-1) })
  await addReading(database, incoming, { value: 5_341, createdAt: dayOf(0) })
  // The index at the beginning of last month is between these.
  await addReading(database, submeter, { value: 100, createdAt: dayOf(-2, 21) })
  await addReading(database, submeter, { value: 130, createdAt: dayOf(-1, 11) })
  await addReading(database, submeter, { value: 160, createdAt: dayOf(0) })
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, await site.addUser())
  const periods = page.getByRole('slider', { name: 'グラフの期間' })
  const graphOf = (name: string | RegExp) => page.getByRole('region', { name })
  const choose = async (name: string) => {
    const row = page.getByRole('combobox', { name: 'グラフの対象' })
    await row.click()
    await type(row, name)
    await page.keyboard.press('Enter')
    await expect(graphOf(new RegExp(`^${name} .*の使用量のグラフ$`))).toBeVisible()
  }

  const scripts = await scriptsOf(page, async () => {
    await page.goto('/usage?view=recent')
    await expect(page.getByRole('row', { name: /^受電/ })).toContainText('341.0')
  })
  expect([...scripts.keys()].filter((path) => /Chart-/.test(path))).toEqual([])

  await page.getByRole('button', { name: 'グラフ', exact: true }).click()
  await expect(graphOf(/^合計 .*の使用量のグラフ$/)).toBeVisible()
  await choose('動力盤')
  await expect(page.getByRole('list', { name: '凡例' })).toContainText('推計')
  await choose('受電')
  await page.reload()
  await periods.focus()
  await page.keyboard.press('Home')
  await expect(periods).toHaveAttribute('aria-valuetext', /月、341\.0.*、前年 310\.0.*、前年同月比 \+/)
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expect(graphOf(/^受電/)).toContainText('前年 310.0')
    await expectAccessible(page)
  }
  await page.setViewportSize(sizes.desktop)

  await page.getByRole('button', { name: '根拠を表示', exact: true }).click()
  const proof = page.getByRole('dialog', { name: /^受電 .*の使用量$/ })
  await expect(proof.getByRole('region', { name: '期間の始め' })).toContainText('5,000.0')
  await expect(proof.getByRole('region', { name: '期間の終わり' })).toContainText('5,341.0')
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await page.getByText('月別', { exact: true }).click()
  await expect(periods).toHaveAttribute('max', '11')
})

test('the table of a year fits an A4 sheet, that of tablets their screen, and 按分 is printed alone', async () => {
  const { database, organization } = site
  const counter = { meterCategoryId: 4, digitNumber: 8, decimalPoint: 3 }
  const meter = await addMeter(database, organization.id, {
    ...counter,
    name: '旧館 変電所 都市ガスメーター',
  })
  for (const month of Array.from({ length: 25 }, (_, index) => -index))
    await addReading(database, meter, { value: 40_000 + month * 1_234.567, createdAt: dayOf(month) })
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, await site.addUser())
  const print = (name: 'beforeprint' | 'afterprint') =>
    page.evaluate((event) => window.dispatchEvent(new Event(event)), name)
  await page.goto('/usage?view=year')
  await expect(page.getByRole('button', { name: /^旧館 .*、根拠を表示$/ }).first()).toContainText('1,234.567')
  const paper = { width: 1047, height: 718 }
  await print('beforeprint')
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(paper)
  await expect.poll(() => rightOf(page)).toBeLessThanOrEqual(paper.width)
  await page.emulateMedia({ media: 'screen' })
  await print('afterprint')
  await page.setViewportSize(sizes.tablet)
  await page.goto('/usage')
  await expect(page.getByRole('row', { name: /^旧館/ })).toContainText('1,234.567')
  await expect.poll(() => rightOf(page)).toBeLessThanOrEqual(sizes.tablet.width)

  await page.getByRole('button', { name: '按分', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '使用量の按分' })
  await expect(dialog).toContainText('この月に按分するメーターはありません')
  await page.emulateMedia({ media: 'print' })
  await expect(dialog.getByRole('button', { name: '閉じる' })).toBeHidden()
  await expect(page.locator('main')).toBeHidden()
  const sheets = textOfSheets(await page.pdf({ preferCSSPageSize: true }))
  expect(sheets).toHaveLength(1)
  expect(sheets[0]).toContain('使用量の按分')
  expect(sheets[0]).not.toContain('旧館')
})

test('an office finds the highest value of a month in the table of gauges, with its reading and on paper', async () => {
  const { database, organization } = site
  const gauge = await addMeter(database, organization.id, { name: '冷却水圧力', decimalPoint: 2 })
  const highest = await addReading(database, gauge, { value: 1234.56, createdAt: dayOf(-1, 2) })
  await addReading(database, gauge, { value: 0.38, createdAt: dayOf(-1, 3) })
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, await site.addUser())
  await page.goto('/usage?view=recent')
  await page.getByRole('combobox', { name: '集計' }).selectOption('最大・最小・平均')
  const cell = page.getByRole('button', { name: /^冷却水圧力 .*、測定値を表示$/ })
  await expect(cell).toContainText('1,234.56')
  await cell.click()
  const dialog = page.getByRole('dialog', { name: /^冷却水圧力 .*の最大・最小・平均$/ })
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expect(dialog.getByRole('region', { name: '平均' })).toContainText('617.47')
    await expectAccessible(page)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expect(cell).toContainText('617.47')
    await expectAccessible(page)
  }

  await page.getByText('日別', { exact: true }).click()
  await page.getByRole('button', { name: '前の月' }).click()
  await expect(cell.first()).toContainText('1,234.56')
  // An A4 sheet on its long side within 10 mm of margins.
  const paper = { width: 1047, height: 718 }
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(paper)
  await expect(page.getByText('各欄は上から 最大・最小・平均')).toBeVisible()
  await expect.poll(() => rightOf(page)).toBeLessThanOrEqual(paper.width)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.setViewportSize(sizes.desktop)

  await cell.first().click()
  await dialog.getByRole('region', { name: '最大' }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/meter-value/${highest.id}$`))
})
