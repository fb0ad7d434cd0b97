// Covers docs/requirements.md: 11, 15, 187, 193, 194, 195, 275

import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { signInScreen } from '../support/pages/sign-in.ts'
import { wifiScreen } from '../support/pages/wifi.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('without a session the saved picture holds what was typed, at the size that was chosen', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await page.goto('/login')
  await page.getByRole('link', { name: 'WiFi QRコードの作成' }).click()
  const screen = wifiScreen(page)
  await expect(page.getByText('入力した内容は保存されません。')).toBeVisible()
  await expect(screen.save).toBeDisabled()
  await screen.ssid.pressSequentially('x'.repeat(101))
  await expect(screen.ssid).toHaveValue('x'.repeat(100))
  await expect(screen.save).toBeDisabled()
  await type(screen.ssid, '第2工場 カメラ用; 5GHz')
  await type(screen.password, String.raw`p,a:s"s\2026`)
  await expect(screen.picture).toBeVisible()
  expect(await screen.saved()).toEqual({
    text: String.raw`WIFI:T:WPA;S:第2工場 カメラ用\; 5GHz;P:p\,a\:s\"s\\2026;;`,
    width: 300,
    height: 300,
  })
  await screen.size.press('End')
  await type(screen.password, 'himitsu-2026')
  expect(await screen.saved()).toMatchObject({
    text: String.raw`WIFI:T:WPA;S:第2工場 カメラ用\; 5GHz;P:himitsu-2026;;`,
    width: 500,
  })
  await screen.size.press('Home')
  expect(await screen.saved()).toMatchObject({ width: 100, text: expect.stringContaining('himitsu-2026') })

  expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage).length])).toEqual([
    [],
    expect.any(Number),
  ])
  await screen.back.click()
  await expect(signInScreen(page).heading).toBeVisible()
  await page.goBack()
  await expect(screen.ssid).toHaveValue('')
})
