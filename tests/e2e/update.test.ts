// Covers docs/requirements.md: 513

import { readFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { capturePath } from '../support/pages/capture.ts'
import { waitForWorker } from '../support/pages/device.ts'
import { homeScreen } from '../support/pages/home.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addGauge } from '../support/reader/rendered-meters.ts'

let site: Site
/** In front of the site, so that its worker can be another one. */
let front: Server
let origin: string
let newerWorker: string | null = null
beforeAll(async () => {
  site = await openSite()
  front = createServer((asked, response) => {
    if (asked.url === '/sw.js' && newerWorker !== null) {
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
        .end(newerWorker)
      return
    }
    const { method = 'GET', headers, url = '/' } = asked
    const forwarded = request(new URL(url, site.origin), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    asked.pipe(forwarded)
  })
  await new Promise<void>((ready) => front.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
})
afterAll(async () => {
  front.closeAllConnections()
  front.close()
  await site.close()
})

const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-same', ''))
/** Names of the locks that any tab holds. Runs in the browser. */
const heldLocks = async () => (await navigator.locks.query()).held?.map(({ name }) => name)
const isSame = (page: Page) => page.locator('body[data-same]')

test('requirement 29: an update waits for a camera in another tab, and then all tabs take it', async () => {
  const page = await openBrowser(origin, { viewport: sizes.tablet, serviceWorkers: 'allow' })
  const meter = await addGauge(site)
  await keepSignedIn(page, await site.addUser())
  await page.goto('/')
  await expect(homeScreen(page).heading).toBeVisible()
  await waitForWorker(page)
  await page.reload()
  const camera = await page.context().newPage()
  await camera.goto(capturePath(meter))
  await expect(camera.getByLabel('写真を撮る・選ぶ')).toBeAttached()
  for (const tab of [page, camera]) await mark(tab)

  const worker = await readFile(new URL('../../dist/sw.js', import.meta.url), 'utf8')
  newerWorker = `${worker}\n// a later build`
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const update = page.getByRole('button', { name: '更新があります' })
  await update.click()
  const busy = page.getByText('撮影、入力、送信が終わってから更新してください。')
  await expect(busy).toBeVisible()
  await expect(isSame(page)).toBeAttached()

  await camera.getByRole('button', { name: '戻る', exact: true }).click()
  await expect(camera.getByRole('heading', { name: 'メーター', exact: true })).toBeVisible()
  await expect(isSame(camera)).toBeAttached()
  await expect(camera.getByRole('button', { name: '更新があります' })).toBeVisible()
  // A tab stays busy for a moment after its next screen is shown.
  await expect.poll(() => camera.evaluate(heldLocks)).not.toContain('tab-busy')
  // Faster than people press, Chromium lets the update wait (docs/faults.md).
  await expect(busy).toBeHidden()
  await update.click()
  for (const tab of [page, camera]) await expect(isSame(tab)).toHaveCount(0)
})
