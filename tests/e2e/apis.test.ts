// Covers docs/requirements.md: 424, 428, 429, 430, 433, 601, 634

import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { tabAndType, type } from '../support/browser/type.ts'
import { apisScreen } from '../support/pages/apis.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import type { TestUser } from '../support/server/accounts.ts'

let site: Site
let admin: TestUser
let member: TestUser
beforeAll(async () => {
  site = await openSite()
  admin = await site.addUser({ role: role.admin })
  member = await site.addUser()
})
afterAll(() => site.close())

test('a key is made, calls, is near its limit, and is withdrawn; the log and the history tell of it', async () => {
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, admin)
  await page.goto('/')
  await page.getByRole('link', { name: 'API管理' }).click()
  const screen = apisScreen(page)
  await screen.add.click()
  await type(screen.name, '集計システム')
  await tabAndType(screen.user, member.username)
  await page.getByRole('option', { name: member.username }).click()
  await screen.expiry.click()
  // More than 30 days away, so that the key is not shown as about to expire.
  for (let month = 0; month < 2; month++) await page.getByRole('button', { name: '次の月' }).click()
  await page.getByRole('button', { name: /月15日$/ }).click()
  await type(screen.maxCount, '5')
  await screen.save.click()
  const row = screen.row('集計システム')
  await expect(row).toContainText('有効')
  await expect(row).toContainText('0 / 5回')
  await expectAccessible(page)

  await row.getByRole('button', { name: '集計システムのシークレットキーを表示' }).click()
  await expect(row.locator('code')).toHaveCount(2)
  const [access = '', secret = ''] = await row.locator('code').allTextContents()
  const call = () =>
    fetch(`${site.origin}/api/v1/meters`, {
      headers: { authorization: `Basic ${Buffer.from(`${access}:${secret}`).toString('base64')}` },
    })
  for (let n = 0; n < 4; n++) expect((await call()).status).toBe(200)
  await page.reload()
  await expect(row).toContainText('4 / 5回')
  await expect(row).toContainText('上限間近')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSVダウンロード' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('api-list.csv')
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toContain(access)
  expect(csv).not.toContain(secret)

  await row.getByRole('button', { name: '集計システムを削除' }).click()
  await page.getByRole('button', { name: '削除', exact: true }).click()
  await expect(row).toHaveCount(0)
  expect((await call()).status).toBe(401)
  await screen.tab('アクセスログ').click()
  await expect(screen.row('GET /api/v1/meters').first()).toContainText('集計システム')
  const logs = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSVダウンロード' }).click()
  expect((await logs).suggestedFilename()).toBe('access-logs.csv')
  await page.getByRole('link', { name: '操作履歴' }).click()
  await expect(screen.row('APIキー「集計システム」').first()).toContainText('削除')
  await expect(screen.row('APIキー「集計システム」').last()).toContainText(/1日の最大利用回数\s*5/)
  await page.reload()
  await expect(screen.row('APIキー「集計システム」').first()).toContainText(admin.username)
  await expectAccessible(page)
})
