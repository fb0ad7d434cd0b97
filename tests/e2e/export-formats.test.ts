// Covers docs/requirements.md: 825, 826, 827, 828, 829

import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addMeter } from '../support/server/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('an office hands usages over in CP932, and a colleague in the same 出力形式', async () => {
  const { database, organization } = site
  const counter = { meterCategoryId: 4, digitNumber: 5, decimalPoint: 1 }
  await addMeter(database, organization.id, { ...counter, name: '𠮷田ビル 給水①', code: 'W-1' })
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, await site.addUser())
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')

  await page.goto('/usage?view=recent')
  await button('CSVの出力形式').click()
  await page.getByRole('menuitem', { name: '出力形式を追加' }).click()
  await type(dialog.getByRole('textbox', { name: '出力形式名' }), '会計用')
  await dialog.getByRole('combobox', { name: '文字コード' }).selectOption('cp932')
  for (const name of ['使用量', '区分', '単位']) await dialog.getByText(name, { exact: true }).click()
  for (const size of Object.values(sizes).filter(({ width }) => width >= 768)) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
  await button('登録').click()

  await button('CSVダウンロード（会計用）').click()
  await expect(dialog).toContainText('2行目 メーター名「𠮷田ビル 給水①」')
  await expectAccessible(page)
  await type(dialog.getByRole('textbox', { name: '「𠮷」の代わり' }), '吉')
  const download = page.waitForEvent('download')
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.keyboard.press('Enter')
  const decode = async (path: string) =>
    new TextDecoder('shift_jis', { fatal: true }).decode(await readFile(path))
  expect(await decode(await (await download).path())).toBe('管理番号,メーター名\r\nW-1,吉田ビル 給水①\r\n')
  expect((await kept).ok()).toBe(true)

  const colleague = await openBrowser(site.origin)
  await keepSignedIn(colleague, await site.addUser({ role: role.admin }))
  await colleague.goto('/usage?view=recent')
  await colleague.getByRole('button', { name: 'CSVの出力形式' }).click()
  const again = colleague.waitForEvent('download')
  await colleague.getByRole('menuitem', { name: '会計用（CP932）' }).click()
  expect(await decode(await (await again).path())).toBe('管理番号,メーター名\r\nW-1,吉田ビル 給水①\r\n')
  await colleague.goto('/audit')
  const change = colleague.getByRole('row', { name: /出力形式「会計用」/ }).first()
  await expect(change).toContainText('𠮷 → 吉')
})
