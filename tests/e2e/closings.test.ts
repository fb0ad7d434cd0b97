// Covers docs/requirements.md: 768, 769, 771, 774, 775, 795, 810, 935

import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { isoInZone } from '../../server/time-zone.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { keepSignedIn, signInScreen } from '../support/pages/sign-in.ts'
import { addCycle, addMeter, addReading } from '../support/server/builders.ts'
import { dayOfMonth } from '../support/server/month-days.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('an office estimates what is missing, closes the month, and closes it again after a correction', async () => {
  const { database, organization } = site
  const counter = { meterCategoryId: 4, digitNumber: 5, decimalPoint: 1 }
  const [incoming, idle] = [
    await addMeter(database, organization.id, { ...counter, name: '受電' }),
    await addMeter(database, organization.id, { ...counter, name: '休止中' }),
  ]
  await addCycle(database, organization.id, [incoming.id, idle.id], { name: '電気' })
  await addReading(database, incoming, { value: 700, createdAt: dayOfMonth(organization.timeZone, -1) })
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, await site.addUser({ role: role.admin }))
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')

  await page.goto('/closings')
  await expect(button('未検針 2')).toBeVisible()
  const elsewhere = await openBrowser(site.origin)
  await keepSignedIn(elsewhere, await site.addUser())
  await elsewhere.goto('/closings')
  await expect(elsewhere.getByRole('button', { name: '未検針 2' })).toBeVisible()
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expect(button('受電 認定')).toBeVisible()
    await expectAccessible(page)
  }
  await page.setViewportSize(sizes.desktop)
  await button('受電 認定').click()
  await page.getByRole('radio', { name: '指示値を入力' }).click()
  await type(dialog.getByRole('textbox', { name: '指示値' }), '718')
  await type(dialog.getByRole('textbox', { name: '理由' }), '積雪')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(button('推定 1')).toBeVisible()
  await expect(page.getByRole('row', { name: /^受電/ })).toContainText('18.0')
  await expect(elsewhere.getByRole('button', { name: '推定 1' })).toBeVisible()

  await button('締める').click()
  await type(dialog.getByRole('textbox', { name: '理由のない 1件を締める理由' }), '休業')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^第1版/)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /^休止中/ })).toContainText('休業')

  await addReading(database, incoming, { value: 720, createdAt: dayOfMonth(organization.timeZone, 0) })
  await page.reload()
  await button('修正あり 1').click()
  await expect(page.getByRole('row', { name: /^受電/ })).toContainText('締めた後の差 +2.0')
  await button('再締め').click()
  await type(dialog.getByRole('textbox', { name: '再締めの理由' }), '検針できた')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^第2版.*再締めの理由: 検針できた$/)).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('combobox', { name: '版' }).selectOption('第1版')
  await expect(page.getByText('締めた時のままの内容です。最新は第2版です。')).toBeVisible()
})

test('the link of a reminder leads a general user to the month, after signing in', async () => {
  const { database, organization } = site
  const meter = await addMeter(database, organization.id, { meterCategoryId: 4, name: '給湯' })
  await addCycle(database, organization.id, [], { name: 'あ' })
  const cycle = await addCycle(database, organization.id, [meter.id], { name: 'ん' })
  const [year, month] = isoInZone(organization.timeZone, Date.now()).split('-')
  const page = await openBrowser(site.origin)
  await page.goto(`/closings?cycle=${cycle.id}&month=${year}-${month}`)
  await signInScreen(page).signIn(await site.addUser())
  await expect(page.getByRole('combobox', { name: '検針サイクル' })).toHaveValue(String(cycle.id))
  await expect(page.getByText(`${year}年${Number(month)}月`, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '未検針 1', exact: true })).toBeVisible()
})
