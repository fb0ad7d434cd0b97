// Covers docs/requirements.md: 975

import type { Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { readingEndpoints } from '../../contract/readings.ts'
import { openBrowser } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { reviewScreen } from '../support/pages/review.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addUnsureReadings } from '../support/server/unsure-readings.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const items = 500
/** Milliseconds between two presses. */
const interval = 150
/** A line of 3G as browsers emulate it. */
const slowLine = { offline: false, latency: 300, downloadThroughput: 90_000, uploadThroughput: 40_000 }

/** Records for each Enter which item is on the screen, and whether its picture can be seen. */
function recordPresses(page: Page) {
  return page.evaluate(() => {
    const seen: { id: number; isSeen: boolean }[] = []
    Object.assign(window, { presses: seen })
    window.addEventListener(
      'keydown',
      ({ key }) => {
        const item = document.querySelector<HTMLElement>('[data-review]')
        if (key !== 'Enter' || item === null) return
        const picture = item.querySelector('img')
        seen.push({
          id: Number(item.dataset.review),
          isSeen: picture?.complete === true && picture.naturalWidth > 0,
        })
      },
      { capture: true },
    )
  })
}

test('Enter every 150 ms on a slow line decides 500 readings, none of which the reviewer had not seen', async () => {
  const added = await addUnsureReadings(site, items)
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, await site.addUser())
  const decided: number[] = []
  page.on('request', (request) => {
    const [, id] = /\/meter-value\/(\d+)$/.exec(new URL(request.url()).pathname) ?? []
    if (request.method() === readingEndpoints.updateReading.method && id !== undefined)
      decided.push(Number(id))
  })
  await page.goto('/review')
  await reviewScreen(page).ready()
  await recordPresses(page)
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', slowLine)
  const { over } = reviewScreen(page)
  while (!(await over.isVisible())) {
    await page.keyboard.press('Enter')
    await new Promise((resolve) => setTimeout(resolve, interval))
  }
  await expect.poll(() => decided.length).toBe(items)
  const presses = await page.evaluate(
    () => (window as unknown as { presses: { id: number; isSeen: boolean }[] }).presses,
  )
  const seen = new Set(presses.filter(({ isSeen }) => isSeen).map(({ id }) => id))
  expect(decided.filter((id) => !seen.has(id))).toEqual([])
  expect(new Set(decided).size).toBe(items)
  const stored = new Map((await site.readings()).map((row) => [row.id, row]))
  for (const { reading } of added)
    expect(stored.get(reading.id)).toMatchObject({ valueSource: 'accepted', value: reading.value })
})
