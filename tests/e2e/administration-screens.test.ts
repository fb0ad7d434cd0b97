// Covers docs/requirements.md: 298, 299

import type { Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addFace, faceOf } from '../support/reader/rendered-meters.ts'
import { addDevice, addMap, addMapArea, addMapPin } from '../support/server/builders.ts'

const name = '第二工場ボイラー室 東側給水ポンプ（予備系統）'

let site: Site
/** Each screen's path and its first content. */
let screens: { path: string; content: (page: Page) => ReturnType<Page['locator']>; isList: boolean }[]
beforeAll(async () => {
  site = await openSite()
  const { database, organization } = site
  const { pictureSha256 } = await addFace(site, { ...faceOf('city-gas'), name })
  if (pictureSha256 === null) throw new Error('a gauge has a picture')
  const area = await addMapArea(database, organization.id, { name })
  const map = await addMap(database, organization.id, { name, mapAreaId: area.id, pictureSha256 })
  const pin = await addMapPin(database, organization.id, { name, mapId: map.id })
  const device = await addDevice(database, organization.id, { name, type: 2, mapPinId: pin.id })
  // A list on phones, a table on wider screens.
  const list = (path: string, label: string) => ({
    path,
    content: (page: Page) =>
      page
        .getByRole('list', { name: label, exact: true })
        .or(page.getByRole('table', { name: label, exact: true })),
    isList: true,
  })
  const other = (path: string, content: (page: Page) => ReturnType<Page['locator']>) => ({
    path,
    content,
    isList: false,
  })
  screens = [
    list('/devices', 'カメラ一覧'),
    list('/maps', 'マップ'),
    list('/users', 'ユーザー'),
    list('/masters', 'メーター種別'),
    list('/organizations', '組織一覧'),
    other(`/devices/${device.id}`, (page) => page.getByRole('heading', { name })),
    other(`/maps/${map.id}`, (page) => page.getByRole('application')),
    other('/apis', (page) => page.getByRole('tab', { name: 'アクセスログ' })),
    other('/audit', (page) => page.getByRole('heading', { name: '操作履歴' })),
    other(`/organizations/${organization.id}`, (page) => page.getByText(name).first()),
    other('/my-page', (page) => page.getByRole('button', { name: 'パスワードを変更' })),
    other('/ai-test', (page) => page.getByRole('button', { name: '画像を選択' })),
  ]
})
afterAll(() => site.close())

const heightAbove = async (page: Page, content: ReturnType<Page['locator']>) => {
  const [from, to] = [await page.getByRole('main').boundingBox(), await content.boundingBox()]
  return (to?.y ?? Number.NaN) - (from?.y ?? Number.NaN)
}
const beyondWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test('screens of the administration fit each size, also in text of twice the size, and axe finds nothing', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone, news: 'silent' })
  await keepSignedIn(page, await site.addUser({ role: role.system }))
  for (const { path, content, isList } of screens) {
    await page.goto(path)
    const first = content(page)
    // Loading each screen for each size took three times as long.
    for (const [device, size] of Object.entries(sizes)) {
      await page.setViewportSize(size)
      await expect(first).toBeVisible()
      const fits = async (what: string) =>
        expect.poll(() => beyondWindow(page), { message: `${path} ${device} ${what}` }).toBeLessThanOrEqual(0)
      await fits('100 %')
      if (size === sizes.phone && isList)
        await expect.poll(() => heightAbove(page, first), { message: path }).toBeLessThanOrEqual(120)
      if (size === sizes.phone) await expectAccessible(page)
      // The others are the same at each size.
      if (size === sizes.desktop && isList) await expectAccessible(page, ['light'])
      await setFontSize(page, '200%')
      await fits('200 %')
      await setFontSize(page, '')
    }
  }
})

const setFontSize = (page: Page, size: string) =>
  page.evaluate((given) => {
    document.documentElement.style.fontSize = given
  }, size)
