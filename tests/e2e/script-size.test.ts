// Covers docs/requirements.md: 307

import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { scriptsOf, total } from '../support/browser/script-size.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { homeScreen } from '../support/pages/home.ts'
import { keepSignedIn, signInScreen } from '../support/pages/sign-in.ts'
import { addGauge } from '../support/reader/rendered-meters.ts'
import { addReading } from '../support/server/builders.ts'
import { startCaddy, type TlsProxy } from '../support/server/caddy.ts'

let site: Site
/** Browsers accept brotli over TLS only. */
let proxy: TlsProxy
beforeAll(async () => {
  site = await openSite({ TRUST_PROXY: '127.0.0.1' })
  proxy = await startCaddy(site.origin)
})
afterAll(async () => {
  await proxy.close()
  await site.close()
})

/** Bytes of script over the wire, brotli. */
const limits = { signIn: 226_000, home: 333_000, meters: 325_000 }

test('the sign-in costs a new visitor at most 226 kB of script', async () => {
  const page = await openBrowser(proxy.origin, { viewport: sizes.phone })
  const scripts = await scriptsOf(page, async () => {
    await page.goto('/login')
    await expect(signInScreen(page).heading).toBeVisible()
  })
  expect(scripts.size).toBeGreaterThan(0)
  expect(total(scripts)).toBeLessThanOrEqual(limits.signIn)
})

test('home with readings costs at most 333 kB of script, and none of it is a chart', async () => {
  const meter = await addGauge(site)
  const reading = await addReading(site.database, meter, { value: 0.42 })
  const page = await openBrowser(proxy.origin, { viewport: sizes.phone })
  await keepSignedIn(page, await site.addUser())
  const scripts = await scriptsOf(page, async () => {
    await page.goto('/')
    await expect(homeScreen(page).tile(reading.id)).toBeVisible()
  })
  expect(total(scripts)).toBeLessThanOrEqual(limits.home)
  expect([...scripts.keys()].filter((path) => /GraphPanel-/.test(path))).toEqual([])
})

test('the meters on a phone load no table', async () => {
  await addGauge(site)
  const page = await openBrowser(proxy.origin, { viewport: sizes.phone })
  await keepSignedIn(page, await site.addUser())
  const scripts = await scriptsOf(page, async () => {
    await page.goto('/meters')
    await expect(page.getByRole('article').first()).toBeVisible()
  })
  expect(total(scripts)).toBeLessThanOrEqual(limits.meters)
  expect([...scripts.keys()].filter((path) => /Table-/.test(path))).toEqual([])
})

test('the built style defines what its colours stand on', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await page.goto('/login')
  const sheet = await page.locator('link[rel=stylesheet]').getAttribute('href')
  const style = await (await fetch(new URL(sheet ?? '', site.origin))).text()
  expect(style).toContain('--series-1:')
  // What stands in for light-dark() where it escaped postcss: undefined, so that lines of charts were not drawn.
  expect(style.match(/--lightningcss-/g) ?? []).toEqual([])
})
