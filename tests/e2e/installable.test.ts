// Covers docs/requirements.md: 291, 540, 555

import type { Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { openBrowser, openPhone } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { capturePath, captureScreen } from '../support/pages/capture.ts'
import { captureQueries, outboxOf, waitForOfflineData, waitForWorker } from '../support/pages/device.ts'
import { homeScreen } from '../support/pages/home.ts'
import { metersScreen } from '../support/pages/meters.ts'
import { readingDialog } from '../support/pages/reading.ts'
import { shell } from '../support/pages/shell.ts'
import { openSignedIn } from '../support/pages/sign-in.ts'
import { addGauge, gaugePicture } from '../support/reader/rendered-meters.ts'
import { addInspection, addReading } from '../support/server/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('requirement 32: Chromium finds nothing that keeps the app from being installed', async () => {
  const page = await (await openPhone(site.origin)).open('/login')
  await waitForWorker(page)
  const devtools = await page.context().newCDPSession(page)
  const manifest = await devtools.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  expect(JSON.parse(manifest.data ?? '')).toMatchObject({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'ja',
    short_name: '検針',
    shortcuts: [
      { name: '撮影', url: '/capture' },
      { name: '未送信', url: '/outbox' },
    ],
    share_target: {
      action: '/share',
      params: {
        files: [
          {
            name: 'picture',
            accept: ['image/*', 'application/octet-stream', '.jpg', '.jpeg', '.png', '.webp'],
          },
        ],
      },
    },
  })
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
})

test('requirement 18: the worker answers what is asked for by GET, and leaves every call that sends something alone', async () => {
  const page = await openBrowser(site.origin, {
    serviceWorkers: 'allow',
    expected: [
      { status: 401, path: '/api/v1/' },
      { status: 404, path: '/icon.svg' },
    ],
  })
  await page.goto('/login')
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (serviceWorker.controller === null)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve))
  })
  const isWorkers = async (method: string, path: string) => {
    const answer = page.waitForResponse(
      (response) => response.request().method() === method && response.url().endsWith(path),
    )
    await page.evaluate(([by, to]) => fetch(to, { method: by }), [method, path] as const)
    return (await answer).fromServiceWorker()
  }
  expect(await isWorkers('GET', '/icon.svg')).toBe(true)
  expect(await isWorkers('POST', '/icon.svg')).toBe(false)
  expect(await isWorkers('POST', '/api/v1/captures')).toBe(false)
  expect(await isWorkers('POST', '/api/v1/skips')).toBe(false)
})

test('requirement 32: every screen opens without signal from a cold start, with the rows that it had', async () => {
  const person = await site.addUser({ role: role.system })
  const inspection = await addInspection(site.database, site.organization.id)
  const meter = await addGauge(site, { inspectionId: inspection.id })
  const reading = await addReading(site.database, meter, { value: 0.42 })
  const { jpeg } = await gaugePicture(0.42)
  const phone = await openPhone(site.origin, { camera: jpeg })
  const first = await openSignedIn(phone.context(), person)
  await expect(homeScreen(first).tile(reading.id)).toBeVisible()
  await homeScreen(first).tile(reading.id).click()
  await expect(readingDialog(first).value).toContainText('0.42')
  await waitForOfflineData(first, ['readings'])
  await first.goto('/meters')
  await expect(metersScreen(first).card(meter.name)).toBeVisible()
  await waitForOfflineData(first, [...captureQueries, 'readings', 'rounds'])

  await phone.context().setOffline(true)
  const open = async (path: string) => {
    await phone.closePages()
    return phone.open(path)
  }
  const home = await open('/')
  await expect(homeScreen(home).tile(reading.id)).toContainText('0.42')
  await expect(shell(home).offline).toBeVisible()
  await expect(readingDialog(await open(`/?period=day&value=${reading.id}`)).value).toContainText('0.42')
  await expect(metersScreen(await open('/meters')).card(meter.name)).toContainText('0.42')
  const capture = await open(capturePath(meter))
  await expect(capture.getByRole('heading', { name: meter.name })).toBeVisible()
  await expect(captureScreen(capture).shutter).toBeEnabled()
  const lost = await open('/no-such-screen')
  await expect(shell(lost).missing).toBeVisible()

  const subjects: Record<string, number> = {
    '/capture-meter-value/$id': meter.id,
    '/data/$meterId': meter.id,
    '/meter-value/$id': reading.id,
    '/meters/$id': meter.id,
    '/rounds/$id': inspection.id,
    '/walk/$id': inspection.id,
  }
  const withMeter = ['/', '/capture', '/meters', ...Object.keys(subjects)]
  const left = (await routesOf(lost)).values()
  const walk = async () => {
    const page = await phone.context().newPage()
    for (const path of left) {
      // Of the others this device has no rows: the screen is there all the same.
      const address = path.replace(/\$\w+/, String(subjects[path] ?? 1))
      await page.goto(address, { waitUntil: 'commit' })
      const screen = page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog'))
      await expect(screen, path).toBeVisible()
      // In the place of the screen.
      await expect(page.getByRole('alert').getByRole('heading', { level: 1 }), path).toHaveCount(0)
      await expect(shell(page).missing, path).toHaveCount(0)
      if (withMeter.includes(path)) await expect(page.getByText(meter.name).first(), path).toBeVisible()
      await expect(page).toHaveURL(({ pathname }) => pathname === (path === '/login' ? '/' : address))
    }
  }
  // Two thirds of the time of one page.
  await Promise.all([walk(), walk()])
})

/** Of all screens, as the router of the built app has them. */
function routesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const router = '__TSR_ROUTER__' in self ? (self.__TSR_ROUTER__ as { routesByPath: object }) : null
    return Object.keys(router?.routesByPath ?? {})
  })
}

test('pictures that another app shares are captured without signal, each for the meter that is chosen', async () => {
  const inspector = await site.addUser()
  const meter = await addGauge(site, { name: '7号送水ポンプ 吐出圧力' })
  const { jpeg } = await gaugePicture(0.42)
  const phone = await openPhone(site.origin)
  const page = await openSignedIn(phone.context(), inspector)
  await waitForOfflineData(page, captureQueries)
  await phone.context().setOffline(true)
  // As the phone's share dialog does.
  await page.evaluate((text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const form = document.createElement('form')
    form.method = 'POST'
    form.enctype = 'multipart/form-data'
    form.action = '/share'
    const field = document.createElement('input')
    field.type = 'file'
    field.name = 'picture'
    const files = new DataTransfer()
    for (const name of ['one.jpg', 'two.jpg'])
      files.items.add(new File([bytes], name, { type: 'image/jpeg' }))
    field.files = files.files
    form.append(field)
    document.body.append(form)
    form.submit()
  }, Buffer.from(jpeg).toString('base64'))
  await expect(page.getByText(/ほかに1枚/)).toBeVisible()
  await page.getByRole('link', { name: meter.name }).click()
  await captureScreen(page).acceptProposal()
  expect(await outboxOf(page)).toMatchObject([{ meterId: meter.id, state: 'queued', mime: 'image/jpeg' }])

  await page.goto('/capture')
  await expect(page.getByRole('img', { name: '共有された写真' })).toBeVisible()
  await expect(page.getByText(/ほかに1枚/)).toHaveCount(0)
  await page.getByRole('button', { name: '取り除く' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取り除く' }).click()
  await expect(page.getByRole('img', { name: '共有された写真' })).toHaveCount(0)

  await page.goto('/outbox')
  await expect(page.getByRole('dialog', { name: '撮影の送信状況' })).toContainText(meter.name)
})
