// Covers docs/requirements.md: 34, 35, 36, 505

import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect, settledBox } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { homeScreen } from '../support/pages/home.ts'
import { metersScreen } from '../support/pages/meters.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addGauge } from '../support/reader/rendered-meters.ts'

let site: Site
let meter: Awaited<ReturnType<typeof addGauge>>
beforeAll(async () => {
  site = await openSite()
  meter = await addGauge(site)
})
afterAll(() => site.close())

async function home(viewport: { width: number; height: number }) {
  const page = await openBrowser(site.origin, { viewport })
  await keepSignedIn(page, await site.addUser())
  await page.goto('/')
  await expect(homeScreen(page).heading).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'メニュー' })
  const wide = async () => Math.round((await menu.boundingBox())?.width ?? 0)
  return { page, menu, wide }
}

test('on a phone the thumb reaches the screens and the capture, and the menu is a drawer', async () => {
  const { page, menu } = await home(sizes.phone)
  const thumb = page.getByRole('navigation', { name: '主な画面' })
  await expect(menu).toHaveCount(0)
  await thumb.getByRole('link', { name: 'メーター' }).click()
  await expect(metersScreen(page).heading).toBeVisible()
  await thumb.getByRole('button', { name: 'メニュー' }).click()
  await menu.getByRole('link', { name: 'ホーム' }).click()
  await expect(homeScreen(page).heading).toBeVisible()
  await thumb.getByRole('button', { name: '撮影' }).click()
  await page
    .getByRole('dialog', { name: '撮影するメーター' })
    .getByRole('link', { name: new RegExp(meter.name) })
    .click()
  await expect(page).toHaveURL(`${site.origin}/capture-meter-value/${meter.id}`)
})

test('on a tablet the menu is a rail that widens over the screen until something is chosen or pressed beside it, which does nothing else', async () => {
  const { page, menu, wide } = await home(sizes.tablet)
  await expect.poll(wide).toBeLessThan(100)
  const rail = Math.round((await settledBox(menu))?.width ?? 0)
  await page.getByRole('button', { name: 'メニューを広げる' }).click()
  await expect.poll(wide).toBeGreaterThan(rail)
  await menu.getByRole('link', { name: 'メーター' }).click()
  await expect(metersScreen(page).heading).toBeVisible()
  await expect.poll(wide).toBe(rail)

  const action = await settledBox(page.getByRole('button', { name: 'メーターを追加' }))
  await page.getByRole('button', { name: 'メニューを広げる' }).click()
  await expect.poll(wide).toBeGreaterThan(rail)
  await page.mouse.click((action?.x ?? 0) + 10, (action?.y ?? 0) + 10)
  await expect.poll(wide).toBe(rail)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('on a desktop the menu stands beside the screen, and stays folded once it is folded', async () => {
  const { page, wide } = await home(sizes.desktop)
  // 175 with the line at its edge.
  await expect.poll(wide).toBe(174)
  await page.getByRole('button', { name: 'メニューを畳む' }).click()
  await expect.poll(wide).toBeLessThan(100)
  await page.reload()
  await expect(homeScreen(page).heading).toBeVisible()
  await expect.poll(wide).toBeLessThan(100)
})
