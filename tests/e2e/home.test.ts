// Covers docs/requirements.md: 5, 16, 40, 41, 42, 54, 279

import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { homeScreen } from '../support/pages/home.ts'
import { listTools } from '../support/pages/list.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { addInspection, addMeter, addReading } from '../support/server/builders.ts'

let site: Site
let user: TestUser
let pressure: Awaited<ReturnType<typeof addMeter>>
beforeAll(async () => {
  site = await openSite()
  user = await site.addUser()
  const { database, organization } = site
  const inspection = await addInspection(database, organization.id, { name: '夜の巡回' })
  pressure = await addMeter(database, organization.id, { name: '蒸気圧力', inspectionId: inspection.id })
  const level = await addMeter(database, organization.id, { name: '受水槽 水位' })
  for (const days of [0, 3, 10, 20]) {
    for (const meter of [pressure, level]) {
      await addReading(database, meter, { createdAt: new Date(Date.now() - days * 86_400_000) })
    }
  }
})
afterAll(() => site.close())

test('on a phone the period chooses the readings and comes back with the next visit', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, user)
  await page.goto('/')
  const home = homeScreen(page)
  await expect(home.chosenPeriod('日')).toBeChecked()
  await expect(home.tiles).toHaveCount(2)
  for (const [period, count] of [
    ['週', 4],
    ['月', 8],
    ['2週間', 6],
  ] as const) {
    await home.period(period).click()
    await expect(home.tiles).toHaveCount(count)
    await expect(listTools(page).total(count)).toBeVisible()
  }
  await page.goBack()
  await expect(home.tiles).toHaveCount(8)
  await page.goForward()
  await expect(home.tiles).toHaveCount(6)
  await page.goto('/meters')
  await page.goto('/')
  await expect(home.chosenPeriod('2週間')).toBeChecked()
  await expect(home.tiles).toHaveCount(6)
})

test('on a desktop filters by meter and inspection group narrow the tiles and are remembered', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.desktop })
  await keepSignedIn(page, user)
  await page.goto('/')
  const home = homeScreen(page)
  await home.period('月').click()
  await expect(home.tiles).toHaveCount(8)
  await listTools(page).narrow('メーター', '受水槽 水位')
  await expect(home.tiles).toHaveCount(4)
  await page.goto('/')
  await expect(home.tiles).toHaveCount(4)
  await expect(home.tiles.first()).toContainText('受水槽 水位')
  await listTools(page).narrow('点検グループ', '夜の巡回')
  await expect(page.getByText('期間や絞り込みを変えるか、メーターを撮影してください。')).toBeVisible()
})
