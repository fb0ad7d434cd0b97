// Covers docs/requirements.md: 313

import type { Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { homeScreen } from '../support/pages/home.ts'
import { metersScreen } from '../support/pages/meters.ts'
import { shell } from '../support/pages/shell.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** A first visit: no worker has cached the chunks of other screens. */
async function firstVisit(): Promise<Page> {
  const page = await openBrowser(site.origin, {
    // React reports what an error screen replaces.
    expected: [{ status: 404, path: '/assets/' }, { says: 'MissingFileError' }],
  })
  await keepSignedIn(page, await site.addUser())
  await page.goto('/')
  await expect(homeScreen(page).heading).toBeVisible()
  return page
}

const parts = '**/assets/**'
const sorry = (page: Page) => page.getByRole('heading', { name: '画面の一部を読み込めませんでした' })

test('requirement 31: a chunk that a newer build has replaced loads the newer build', async () => {
  const page = await firstVisit()
  let replaced = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) replaced = false
  })
  await page.route(parts, (route) => (replaced ? route.fulfill({ status: 404 }) : route.continue()))
  const link = shell(page).menu.getByRole('link', { name: 'メーター', exact: true })
  // The pointer fetches the screen ahead: the page is kept, and with it the press that follows.
  const missed = page.waitForResponse((response) => response.status() === 404)
  await link.hover()
  await missed
  await page.evaluate(() => fetch('/health'))
  expect(replaced).toBe(true)
  await link.click()
  await expect(metersScreen(page).heading).toBeVisible()
  expect(replaced).toBe(false)
})

test('requirement 31: a chunk that is missing because the server is down leaves the page as it is', async () => {
  const page = await firstVisit()
  await page.evaluate(() => document.body.setAttribute('data-same', ''))
  const away = /\/(assets|health|api)\b/
  await page.route(away, (route) => route.abort())
  await shell(page).menu.getByRole('link', { name: 'メーター', exact: true }).click()
  await expect(sorry(page)).toBeVisible()
  await page.getByRole('button', { name: '再試行' }).click()
  await expect(page.getByText('サーバーにつながりません。')).toBeVisible()
  await shell(page).menu.getByRole('link', { name: 'ホーム' }).click()
  await expect(homeScreen(page).heading).toBeVisible()
  await expect(page.locator('body[data-same]')).toBeAttached()

  await page.unroute(away)
  await shell(page).menu.getByRole('link', { name: 'メーター', exact: true }).click()
  await expect(metersScreen(page).heading).toBeVisible()
  await expect(page.locator('body[data-same]')).toBeAttached()
})
