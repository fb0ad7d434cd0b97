// Covers docs/requirements.md: 753, 758, 783, 786, 787, 788, 789

import { afterAll, beforeAll, test } from 'vitest'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { scriptsOf } from '../support/browser/script-size.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addMeter, addReading } from '../support/server/builders.ts'
import { dayOfMonth } from '../support/server/month-days.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('an office compares last month with the year before in the graph, and opens its proof', async () => {
  const { database, organization } = site
  const dayOf = (months: number, day?: number) => dayOfMonth(organization.timeZone, months, day)
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
