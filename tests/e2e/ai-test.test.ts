// Covers docs/requirements.md: 463

import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { conditions, photograph } from '../../faces/index.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { faceOf } from '../support/reader/rendered-meters.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('an administrator tries the AI on a picture, sees what was read, and clears it', async () => {
  const { jpeg } = await photograph(faceOf('energy-main'), 48_213.6, conditions(3, 0.1))
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, await site.addUser({ role: role.admin }))
  await page.goto('/ai-test')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '画像を選択' }).click()
  await (await choosing).setFiles({ name: 'meter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) })
  await page.getByText('v2', { exact: true }).click()
  const read = page.getByRole('button', { name: '読み取る' })
  await read.focus()
  await page.keyboard.press('Enter')
  const result = page.getByRole('region', { name: '結果' })
  await expect(result.getByRole('img', { name: '読み取った位置を示した画像' })).toBeVisible()
  await expect(result.getByText('信頼度')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'クリア' }).click()
  await expect(page.getByText('画像がありません')).toBeVisible()
})
