// Covers docs/requirements.md: 49

import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { dataScreen } from '../support/pages/data.ts'
import { homeScreen } from '../support/pages/home.ts'
import { listTools } from '../support/pages/list.ts'
import { metersScreen } from '../support/pages/meters.ts'
import { shell } from '../support/pages/shell.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { addMeter, addReading } from '../support/server/builders.ts'

/** Several chunks. */
const count = 800
const far = 700

let site: Site
let user: TestUser
let meterId: number
let farId: number
beforeAll(async () => {
  site = await openSite()
  user = await site.addUser()
  const { database, organization } = site
  const meter = await addMeter(database, organization.id, { decimalPoint: 2 })
  meterId = meter.id
  for (let ago = 0; ago < count; ago++) {
    const createdAt = new Date(Date.now() - ago * 1000)
    const { id } = await addReading(database, meter, { value: ago / 100, createdAt })
    if (ago === far) farId = id
  }
})
afterAll(() => site.close())

async function scrollTo(page: Page, row: Locator, { width, height }: { width: number; height: number }) {
  await page.mouse.move(width / 2, height * 0.7)
  const isThere = async () => {
    if ((await row.count()) > 0) return true
    await page.mouse.wheel(0, height * 0.8)
    return false
  }
  await expect.poll(isThere, { intervals: [50] }).toBe(true)
  await row.scrollIntoViewIfNeeded()
  await expect(row).toBeInViewport()
}

test('home on a phone, scrolled far down, stands there again on coming back', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, user)
  await page.goto(`/?period=month&meters=[${meterId}]&limit="all"`)
  const row = homeScreen(page).tile(farId)
  await scrollTo(page, row, sizes.phone)
  await page.getByRole('navigation').getByRole('link', { name: 'メーター', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'メーター', exact: true })).toBeVisible()
  await page.goBack()
  await expect(row).toBeInViewport()
})

test('the list of new meters keeps its scroll position on coming back from one far down', async () => {
  const { database, organization } = site
  for (let number = 1; number <= 70; number++)
    await addMeter(database, organization.id, { name: `新しい計器 ${number}` })
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, user)
  await page.goto('/?tab=new')
  const links = homeScreen(page).group('1日以内').getByRole('link')
  await expect(links).toHaveCount(71)
  await links.nth(60).focus()
  // A frame later, as for a person: the browser tells of scrolling only then.
  await expect(links.nth(60)).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'メーター詳細' })).toBeVisible()
  await page.goBack()
  await expect(links).toHaveCount(71)
  await expect(links.nth(60)).toBeInViewport()
})

test('showing newer rows by keyboard moves the focus to the newest of the list', async () => {
  const { database, organization } = site
  const meter = await addMeter(database, organization.id, { name: '後から来る計器' })
  let oldest = 0
  for (let ago = 1; ago <= 320; ago++) {
    const added = await addReading(database, meter, { createdAt: new Date(Date.now() - ago * 1000) })
    oldest = added.id
  }
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, user)
  await page.goto(`/?period=month&meters=[${meter.id}]&limit="all"`)
  const { tiles, tile } = homeScreen(page)
  const { list, showNewer, total } = listTools(page)
  await expect(total(320)).toBeVisible()
  // Once more than the first chunk is loaded, the list does not update by itself.
  await scrollTo(page, tile(oldest), sizes.desktop)
  const { id } = await addReading(database, meter, { value: 0.75 })
  await showNewer.press('Enter')
  await expect(tile(id)).toBeInViewport()
  await expect(showNewer).toHaveCount(0)
  await expect(list('点検データ')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(tiles.first()).toBeFocused()
})

test('a table that scrolls in itself begins at its top on another page, and keeps its scroll position on coming back', async () => {
  const { database, organization } = site
  for (let number = 1; number <= 40; number++)
    await addMeter(database, organization.id, { name: `表の計器 ${number}` })
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, user)
  await page.goto('/')
  const goToMeters = () => shell(page).menu.getByRole('link', { name: 'メーター', exact: true }).click()
  const meters = metersScreen(page).rows
  const data = dataScreen(page).rows
  await page.goto(`/data?tab=list&meters=[${meterId}]`)
  await expect(data).toHaveCount(50)
  // The next visit starts from the cache.
  await goToMeters()
  await expect(meters.first()).toBeInViewport()
  await page.goBack()
  await data.nth(30).scrollIntoViewIfNeeded()
  await expect(data.first()).not.toBeInViewport()
  await goToMeters()
  await expect(meters.nth(30)).toBeAttached()
  await expect(meters.first()).toBeInViewport({ ratio: 1 })
  await meters.nth(20).scrollIntoViewIfNeeded()
  await page.goBack()
  await expect(data.nth(30)).toBeInViewport()
  await expect(data.first()).not.toBeInViewport()

  await listTools(page).pageNumber(2).click()
  await expect(data.first()).toContainText('0.50')
  await expect(data.first()).toBeInViewport({ ratio: 1 })
})
