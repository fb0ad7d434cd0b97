// Covers docs/requirements.md: 299, 630, 685, 762

import type { Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { deviceType } from '../../contract/devices.ts'
import { openBrowser, openPhone, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { capturePath, captureScreen } from '../support/pages/capture.ts'
import { dataScreen } from '../support/pages/data.ts'
import { waitForWorker } from '../support/pages/device.ts'
import { homeScreen } from '../support/pages/home.ts'
import { outboxDrawer } from '../support/pages/outbox.ts'
import { shell } from '../support/pages/shell.ts'
import { keepSignedIn, openSignedIn } from '../support/pages/sign-in.ts'
import { walkOnCapture } from '../support/pages/walk.ts'
import { addFace, addGauge, faceOf, gaugePicture } from '../support/reader/rendered-meters.ts'
import { addAlert, addDevice, addInspection, addMeter, addReading } from '../support/server/builders.ts'

/** Maximum height of title, tabs and filters in pixels. */
const max = 120

let site: Site
let meter: Awaited<ReturnType<typeof addGauge>>
beforeAll(async () => {
  site = await openSite()
  const { database, organization } = site
  for (const name of ['朝の巡回', '昼の巡回', '夜の巡回', '週次点検', '月次点検', '年次点検', '臨時点検'])
    await addInspection(database, organization.id, { name })
  for (let number = 1; number <= 5; number++) {
    meter = await addGauge(site, { name: `No.${number} 冷却水圧力` })
    const createdAt = new Date(Date.now() - number * 60_000)
    const reading = await addReading(database, meter, { value: 0.9, isAbnormal: true, createdAt })
    await addAlert(database, reading)
  }
  await addDevice(database, organization.id, { name: 'No.7 WiFiカメラ', type: deviceType.wifiCamera })
})
afterAll(() => site.close())

const listed = (label: string) => (page: Page) => page.getByRole('list', { name: label, exact: true })

/** Each list screen and its first content. */
const lists = () =>
  [
    ['/', (page: Page) => homeScreen(page).tiles.first()],
    ['/?tab=abnormal', (page: Page) => page.getByText('異常 5 件').locator('..')],
    ['/?tab=new', (page: Page) => homeScreen(page).group('1日以内')],
    ['/meters', listed('メーター一覧')],
    [`/data?meters=[${meter.id}]`, (page: Page) => page.getByRole('region', { name: '最新の測定値' })],
    [`/data?meters=[${meter.id}]&tab=list`, (page: Page) => dataScreen(page).cards.first()],
    ['/devices', listed('カメラ一覧')],
    ['/alerts', listed('アラート一覧')],
    ['/groups', listed('点検グループ')],
  ] as const

test('on a phone no more than 120 px stand before what a list is for, nothing lies over a focused control, and only a meter that is photographed by hand has a button at the thumb', async () => {
  const { database, organization } = site
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, await site.addUser())
  for (const [path, content] of lists()) {
    await page.goto(path)
    await expect(content(page)).toBeVisible()
    const above = async () => {
      const [from, to] = [await page.getByRole('main').boundingBox(), await content(page).boundingBox()]
      return (to?.y ?? Number.NaN) - (from?.y ?? Number.NaN)
    }
    await expect.poll(above, path).toBeLessThanOrEqual(max)
    await expect.poll(() => page.evaluate(atTheThumb), path).toEqual([])
    await expect.poll(() => page.evaluate(coveredOnes), path).toEqual([])
  }
  const camera = await addDevice(database, organization.id, {
    name: '屋上カメラ',
    type: deviceType.simCamera,
  })
  const other = await addMeter(database, organization.id, { name: 'No.6 屋上水槽', deviceId: camera.id })
  for (const [{ id, name }, expected] of [
    [other, []],
    [meter, ['撮影']],
  ] as const) {
    await page.goto(`/meters/${id}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect.poll(() => page.evaluate(atTheThumb), name).toEqual(expected)
    await expect.poll(() => page.evaluate(coveredOnes), name).toEqual([])
  }
  await expect(page.getByRole('link', { name: `${meter.name}を撮影` })).toHaveCount(1)
})

test('on a phone the first tile of home begins at most 160 px from the top, also with a late round', async () => {
  const schedule = { every: 'day' as const, weekdays: [0, 1, 2, 3, 4, 5, 6], time: '00:00' }
  const from = new Date(Date.now() - 86_400_000)
  const { id: inspectionId } = await addInspection(site.database, site.organization.id, {
    schedule,
    scheduleFrom: from,
    roundsFrom: from,
  })
  await addGauge(site, { inspectionId })
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, await site.addUser())
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^点検ルート.*遅れ/ })).toBeInViewport({ ratio: 1 })
  const tile = homeScreen(page).tiles.first()
  await expect(tile).toBeVisible()
  await expect.poll(async () => (await tile.boundingBox())?.y).toBeLessThanOrEqual(160)
})

/** Runs in the page: what is fixed at the bottom of the screen. */
function atTheThumb(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main *')]
    .filter((each) => {
      const { position, bottom } = getComputedStyle(each)
      return (position === 'sticky' || position === 'fixed') && bottom !== 'auto' && each.checkVisibility()
    })
    .map((each) => each.textContent)
}

/** Runs in the page: names of controls that are covered when focused. */
function coveredOnes(): string[] {
  const all = document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select)')
  return [...all]
    .filter((each) => each.checkVisibility() && !each.matches(':disabled'))
    .filter((each) => {
      each.focus({ preventScroll: true })
      // Scrolled to from above and below, as close to the screen's edge as possible.
      return [0, document.documentElement.scrollHeight].some((from) => {
        scrollTo(0, from)
        each.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        const { left, top, width, height } = each.getBoundingClientRect()
        const met = document.elementFromPoint(left + width / 2, top + height / 2)
        const own = met?.closest('label')?.control === each
        return met === null || !(own || each.contains(met) || met.contains(each))
      })
    })
    .map((each) => each.ariaLabel ?? each.textContent ?? each.outerHTML)
}

/** Minimum text size in px. */
const smallestText = 14

test('in large text the shutter and the way to a file stay on the screen, and the header of a phone holds both states, the name on one line or not at all', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone, serviceWorkers: 'allow' })
  await keepSignedIn(page, await site.addUser())
  await page.goto(capturePath(meter))
  await waitForWorker(page)
  await page.context().setOffline(true)
  const screen = captureScreen(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const control of [screen.shutter, screen.file]) await expect(control).toBeInViewport({ ratio: 1 })
  await screen.choose((await gaugePicture(0.42)).jpeg)
  await screen.leaveToServer.click()
  await page.getByRole('button', { name: '戻る' }).click()
  for (const scale of ['100%', '200%'])
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, scale)
      for (const each of [shell(page).offline, shell(page).unsent(1), shell(page).personMenu]) {
        const right = async () => {
          const box = await each.boundingBox()
          return (box?.x ?? Number.NaN) + (box?.width ?? Number.NaN)
        }
        // The screen before is left, and the new width rendered, a moment later.
        await expect.poll(right).toBeLessThanOrEqual(width)
      }
      const beyond = async () => (await page.evaluate(headerNow)).beyond
      await expect.poll(beyond, `${scale} of ${width}`).toEqual([])
      const lines = async () => (await page.evaluate(headerNow)).lines
      await expect.poll(lines, `${scale} of ${width}`).toBeLessThanOrEqual(1)
      const smallest = () => page.getByRole('banner').evaluate(smallestOf)
      await expect.poll(smallest).toBeGreaterThanOrEqual(smallestText)
    }
  await shell(page).unsent(1).click()
  const { drawer, row } = outboxDrawer(page)
  await expect(row).toHaveCount(1)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  await expect.poll(() => drawer.evaluate(smallestOf)).toBeGreaterThanOrEqual(smallestText)
})

test('in large text the camera stays large, nothing lies over it, and the shutter takes a photograph', async () => {
  const { id: inspectionId } = await addInspection(site.database, site.organization.id, {
    name: '夕方の巡回',
  })
  // With a reference picture, for the switch over the camera's picture.
  const stop = await addFace(site, faceOf('pump-discharge'), {
    inspectionId,
    name: '第二工場ボイラー室 東側給水ポンプ 吐出圧力計（予備系統）',
    placeNote: '地下1階 機械室 東側の扉を入って右、配管の裏',
  })
  const phone = await openPhone(site.origin, { camera: (await gaugePicture(0.42)).jpeg })
  const page = await openSignedIn(phone.context(), await site.addUser())
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(capturePath(stop))
    const screen = captureScreen(page)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect(screen.shutter).toBeEnabled()
    await expect(walkOnCapture(page).skip).toBeInViewport({ ratio: 1 })
    await expect.poll(() => page.evaluate(cameraHeight), `${width} px`).toBeGreaterThanOrEqual(220)
    const between = async () => {
      const [file, shutter] = [await screen.file.boundingBox(), await screen.shutter.boundingBox()]
      return (shutter?.x ?? Number.NaN) - (file?.x ?? Number.NaN) - (file?.width ?? Number.NaN)
    }
    await expect.poll(between, `${width} px`).toBeGreaterThanOrEqual(0)
  }
  await captureScreen(page).shutter.tap()
  await expect(captureScreen(page).saved).toBeVisible()
})

/** Runs in the page: how much of the camera's picture is visible in height, between what lies over it. */
function cameraHeight(): number {
  const camera = document.querySelector('video')?.parentElement
  if (!camera) return 0
  const { left, width } = camera.getBoundingClientRect()
  let visible = 0
  for (let y = 0; y < innerHeight; y++) {
    const met = document.elementsFromPoint(left + width / 2, y)
    const covering = met.slice(0, Math.max(0, met.indexOf(camera)))
    const isCovered = covering.some((each) => getComputedStyle(each).backgroundColor !== 'rgba(0, 0, 0, 0)')
    if (met.includes(camera) && !isCovered) visible++
  }
  return visible
}

/** Runs in the page: what overflows the header, and the lines of the organization's name. */
function headerNow(): { beyond: string[]; lines: number } {
  const header = document.querySelector('header')
  const frame = header?.getBoundingClientRect() ?? new DOMRect()
  const shown = [...(header?.querySelectorAll('*') ?? [])].filter((each) => each.checkVisibility())
  const beyond = shown.filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect()
    return left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom
  })
  const words = document.createRange()
  const name = header?.querySelector('div > span')
  if (name) words.selectNodeContents(name)
  const tops = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)))
  return {
    beyond: beyond.map((each) => `${each.tagName} ${each.textContent}`),
    lines: tops.size,
  }
}

/** Runs in the page: smallest text size in px. */
function smallestOf(element: Element): number {
  const texts = [...element.querySelectorAll('*')].filter(
    (each) => each.checkVisibility() && [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE),
  )
  return Math.min(...texts.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)))
}

test('on a phone the options of a select stand under their field, and the page keeps its width', async () => {
  const phone = await openPhone(site.origin, { sendsFrom: 'page' })
  const page = await phone.open('/login')
  await keepSignedIn(page, await site.addUser())
  await page.goto('/')
  await page.getByRole('button', { name: 'データを追加' }).tap()
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'メーター' })
  await field.tap()
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options.first()).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => innerWidth)).toBe(sizes.phone.width)
  await options.filter({ hasText: meter.name }).tap()
  await expect(field).toHaveValue(meter.name)
})

test('on a phone the items of a menu are high enough for a glove', async () => {
  const phone = await openPhone(site.origin, { sendsFrom: 'page' })
  const page = await phone.open('/login')
  await keepSignedIn(page, await site.addUser())
  await page.goto('/')
  await shell(page).personMenu.tap()
  const items = page.getByRole('menuitem')
  await expect(items.first()).toBeVisible()
  for (const item of await items.all())
    await expect.poll(async () => (await item.boundingBox())?.height).toBeGreaterThanOrEqual(48)
})

test('in large text the button that restarts a refused camera is visible without scrolling, also on a round', async () => {
  const { id: inspectionId } = await addInspection(site.database, site.organization.id)
  const stop = await addGauge(site, { inspectionId, placeNote: '地下1階 機械室 東側の扉を入って右' })
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, await site.addUser())
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: refuse })
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(capturePath(stop))
    const restart = page.getByRole('button', { name: 'カメラを再開' })
    await expect(walkOnCapture(page).skip).toBeInViewport({ ratio: 1 })
    await expect.poll(() => restart.evaluate(whatCovers), `${width} px`).toEqual([])
  }
})

/** Runs in the page: what lies over the upper and the lower edge of an element, without scrolling. */
function whatCovers(element: Element): string[] {
  const { left, width, top, bottom } = element.getBoundingClientRect()
  return [top + 2, bottom - 2].flatMap((y) => {
    const met = document.elementFromPoint(left + width / 2, y)
    return element.contains(met) ? [] : [`${met?.tagName} at ${y}`]
  })
}
