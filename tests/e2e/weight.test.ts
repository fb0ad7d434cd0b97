import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, sizes } from '../support/browsers.ts'
import { addReading } from '../support/builders.ts'
import { expect } from '../support/expect.ts'
import { homeScreen } from '../support/pages/home.ts'
import { signIn, signInScreen } from '../support/pages/sign-in.ts'
import { addGauge } from '../support/rendered.ts'
import { openSite, type Site } from '../support/site.ts'
import { scriptsOf, total } from '../support/weight.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** Bytes of script over the wire. */
const limits = { signIn: 175_000, home: 250_000 }

test('the sign-in costs a new visitor at most 175 kB of script', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  const scripts = await scriptsOf(page, async () => {
    await page.goto('/login')
    await expect(signInScreen(page).heading).toBeVisible()
  })
  expect(scripts.size).toBeGreaterThan(0)
  expect(total(scripts)).toBeLessThanOrEqual(limits.signIn)
})

test('home with readings costs at most 250 kB of script, and none of it is a chart', async () => {
  const meter = await addGauge(site)
  const reading = await addReading(site.database, meter, { value: 0.42 })
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await signIn(page, await site.addUser())
  const scripts = await scriptsOf(page, async () => {
    await page.reload()
    await expect(homeScreen(page).tile(reading.id)).toBeVisible()
  })
  expect(total(scripts)).toBeLessThanOrEqual(limits.home)
  expect([...scripts.keys()].filter((path) => /(?<!\/Icon)chart/i.test(path))).toEqual([])
})

test('the meters on a phone load no table', async () => {
  await addGauge(site)
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await signIn(page, await site.addUser())
  const scripts = await scriptsOf(page, async () => {
    await page.goto('/meters')
    await expect(page.getByRole('article').first()).toBeVisible()
  })
  expect(total(scripts)).toBeLessThanOrEqual(limits.home)
  expect([...scripts.keys()].filter((path) => /table/i.test(path))).toEqual([])
})

test('the page names all scripts that the sign-in consists of, so that none waits for another', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  const answer = await page.request.get('/login')
  const named = `${answer.headers()['link']} ${await answer.text()}`
  const scripts = await scriptsOf(page, async () => {
    await page.goto('/login')
    await expect(signInScreen(page).heading).toBeVisible()
  })
  // Looking for a newer version goes on beside the screen.
  const screen = [...scripts.keys()].filter((path) => !path.includes('workbox'))
  expect(screen.length).toBeGreaterThan(0)
  expect(screen.filter((path) => !named.includes(path))).toEqual([])
})
