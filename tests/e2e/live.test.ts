// Covers docs/requirements.md: 284, 285

import type { Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { type Served, serveApp } from '../support/browser/served.ts'
import { openKillableSite } from '../support/browser/site.ts'
import { alertsScreen } from '../support/pages/alerts.ts'
import { keepSignedIn, signInScreen } from '../support/pages/sign-in.ts'
import { addAlert, addMeter, addReading } from '../support/server/builders.ts'

let site: Served
beforeAll(async () => {
  site = await serveApp({ beat: 500 })
})
afterAll(() => site.close())

const expired = [{ status: 401, path: '/api/v1/' }]

/** Counts a page's event streams. */
function streamsOf(page: Page): () => number {
  const open = new Set<unknown>()
  const isStream = (url: string) => new URL(url).pathname === '/api/v1/events'
  page.on('request', (request) => isStream(request.url()) && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('response', (response) => response.status() !== 200 && open.delete(response.request()))
  return () => open.size
}

/** `clock`: fake timers. */
async function openAlerts(page: Page, { clock = false } = {}) {
  const streams = streamsOf(page)
  if (clock) await page.clock.install()
  await page.goto('/alerts')
  await expect(alertsScreen(page).tab('発生中')).toBeVisible()
  const row = (meter: string) => alertsScreen(page).rows.filter({ hasText: meter })
  return { page, streams, row }
}

/** Stops all scripts of a page, as phones do with hidden tabs: Chromium without a window does not freeze any. */
async function freeze(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Debugger.enable')
  const paused = new Promise((resolve) => devtools.once('Debugger.paused', resolve))
  await devtools.send('Debugger.pause')
  await paused
  return async () => {
    await devtools.send('Debugger.resume')
    await devtools.detach()
  }
}

/** For a page; Playwright's clock is that of all pages of a browser, and a frozen one keeps it waiting. */
function runTimersFaster(): void {
  const start = window.setTimeout
  window.setTimeout = ((run: () => void, milliseconds = 0) =>
    start(run, milliseconds / 10)) as typeof setTimeout
}

async function lookAway(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  // A headless page is never hidden.
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test('a tab that holds the stream and is frozen loses it to one that hears nothing, and follows it when it wakes', async () => {
  const first = await openBrowser(site.origin)
  await keepSignedIn(first, await site.addUser())
  const one = await openAlerts(first)
  await expect.poll(one.streams).toBe(1)
  const second = await first.context().newPage()
  await second.addInitScript(runTimersFaster)
  const two = await openAlerts(second)
  const thaw = await freeze(first)
  await site.raiseAlert('凍結中のポンプ')
  await expect(two.row('凍結中のポンプ')).toHaveCount(0)
  await expect.poll(two.streams).toBe(1)
  await expect(two.row('凍結中のポンプ')).toHaveCount(1)

  await thaw()
  await expect.poll(one.streams).toBe(0)
  await site.raiseAlert('解凍後のポンプ')
  for (const { row } of [one, two]) await expect(row('解凍後のポンプ')).toHaveCount(1)
  expect([one.streams(), two.streams()]).toEqual([0, 1])
})

test('a tab that nobody has seen for a minute asks nothing, and catches up when it is seen', async () => {
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, await site.addUser())
  const { streams, row } = await openAlerts(page, { clock: true })
  await expect.poll(streams).toBe(1)
  // The second one comes to a list that is there: by the stream, which therefore counts as connected.
  for (const meter of ['先のポンプ', '見えている間のポンプ']) {
    await site.raiseAlert(meter)
    await expect(row(meter)).toHaveCount(1)
  }
  await lookAway(page, 'hidden')
  await page.clock.fastForward(61_000)
  await expect.poll(streams).toBe(0)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await site.raiseAlert('見ていない間のポンプ')
  await page.clock.fastForward(120_000)
  await expect(row('見ていない間のポンプ')).toHaveCount(0)
  expect(asked).toEqual([])
  await lookAway(page, 'visible')
  await expect.poll(streams).toBe(1)
  await expect(row('見ていない間のポンプ')).toHaveCount(1)
})

test('a copy of a tab goes on with the key of the original, and alone when that has gone', async () => {
  const page = await openBrowser(site.origin, { expected: expired })
  const user = await site.addUser()
  await page.goto('/')
  await signInScreen(page).signIn(user, { remember: false })
  const { streams } = await openAlerts(page)
  await expect.poll(streams).toBe(1)
  const opening = page.context().waitForEvent('page')
  await page.evaluate(() => void window.open('/alerts'))
  const copy = await opening
  const held = (of: Page) => of.evaluate(() => sessionStorage.getItem('tabRefresh'))
  await expect(alertsScreen(copy).tab('発生中')).toBeVisible()
  const before = await held(page)
  expect(before).not.toBeNull()
  expect(await held(copy)).toBe(before)

  site.advance(16 * 60_000)
  await expect.poll(() => held(page)).not.toBe(before)
  await expect.poll(() => held(copy)).toBe(await held(page))
  await page.close()
  site.advance(16 * 60_000)
  await copy.goto('/meters')
  await expect(copy.getByRole('button', { name: `${user.username}のメニュー` })).toBeVisible()
  await site.raiseAlert('複製タブのポンプ')
  await copy.goto('/alerts')
  await expect(alertsScreen(copy).rows.filter({ hasText: '複製タブのポンプ' })).toHaveCount(1)
})

test('while the server is away the screen says since when, and then shows what it missed', async () => {
  const away = await openKillableSite()
  try {
    const page = await openBrowser(away.origin)
    await page.addInitScript(runTimersFaster)
    await keepSignedIn(page, await away.addUser())
    const { streams, row } = await openAlerts(page)
    await expect.poll(streams).toBe(1)
    await away.server.kill()
    const status = page.getByRole('status').filter({ hasText: '更新が届いていません' })
    await expect(status).toContainText('から')
    const meter = await addMeter(away.database, away.organization.id, { name: '停止中のポンプ' })
    await addAlert(away.database, await addReading(away.database, meter, { value: 0.9, isAbnormal: true }))
    await away.server.restart()
    await expect(row('停止中のポンプ')).toHaveCount(1)
    await expect(status).toHaveCount(0)
  } finally {
    await away.close()
  }
})
