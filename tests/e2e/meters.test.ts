// Covers docs/requirements.md: 17, 27, 103, 262

import { afterAll, beforeAll, test } from 'vitest'
import { readState } from '../../contract/values/abnormal.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect, settledBox } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { captureScreen } from '../support/pages/capture.ts'
import { listTools } from '../support/pages/list.ts'
import { metersScreen } from '../support/pages/meters.ts'
import { shell } from '../support/pages/shell.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addGauge } from '../support/reader/rendered-meters.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { addGroup, addMeter, addReading } from '../support/server/builders.ts'

let site: Site
let user: TestUser
const names = { byPhone: '1号ポンプ 吐出圧力', byCamera: '2号ポンプ 吐出圧力', other: '電力量計' }
beforeAll(async () => {
  site = await openSite()
  user = await site.addUser()
  const { database, organization } = site
  const group = await addGroup(database, organization.id, { name: '給水設備' })
  const byPhone = await addGauge(site, { name: names.byPhone, meterGroupId: group.id })
  const byCamera = await addMeter(database, organization.id, {
    name: names.byCamera,
    meterGroupId: group.id,
  })
  await addMeter(database, organization.id, { name: names.other, meterCategoryId: 4 })
  await addReading(database, byPhone, { value: 0.95, isAbnormal: true })
  const unsure = { valueSource: 'reader', readState: readState.processed, confidence: 0.7 } as const
  await addReading(database, byCamera, { value: 0.41, source: 'camera', ...unsure })
})
afterAll(() => site.close())

test('on a phone meters are cards, and those read by phone lead to their capture', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(page, user)
  await page.goto('/meters')
  const screen = metersScreen(page)
  await expect(screen.cards).toHaveCount(3)
  await expect(screen.card(names.byPhone)).toContainText('0.95')
  await expect(screen.card(names.byPhone)).toContainText('異常')
  await expect(screen.card(names.byPhone)).not.toContainText('要確認')
  await expect(screen.card(names.byCamera)).toContainText(/要確認\s*0\.41/)
  await expect(screen.card(names.other)).toContainText('未測定')
  await expect(screen.capture(names.byCamera)).toHaveCount(0)
  await listTools(page).narrow('メーターグループ', '給水設備', { sheet: true })
  await expect(screen.cards).toHaveCount(2)

  await screen.capture(names.byPhone).click()
  await expect(page.getByRole('heading', { name: names.byPhone })).toBeVisible()
  await expect(captureScreen(page).shutter).toBeVisible()
  await page.getByRole('button', { name: '戻る' }).click()
  await expect(screen.cards).toHaveCount(2)
})

test('on a tablet what stands above the table does not move when it comes', async () => {
  const page = await openBrowser(site.origin, { viewport: sizes.tablet })
  const { promise: asked, resolve: letIn } = Promise.withResolvers<void>()
  await page.route('**/assets/DataTable-*.js', async (route) => {
    await asked
    await route.continue()
  })
  await keepSignedIn(page, user)
  await page.goto('/')
  await shell(page).menu.getByRole('link', { name: 'メーター', exact: true }).click()
  const { search, rows } = metersScreen(page)
  await type(search, 'ポンプ')
  const clear = page.getByRole('button', { name: '条件をクリア' })
  const columns = page.getByRole('button', { name: '表示列' })
  await expect(clear).toBeVisible()
  await expect(rows).toHaveCount(0)
  const places = async () => {
    const boxes = await Promise.all([search, clear, columns].map(settledBox))
    return boxes.map((box) => [Math.round(box?.x ?? -1), Math.round(box?.y ?? -1)])
  }
  const before = await places()
  letIn()
  await expect(rows).toHaveCount(2)
  expect(await places()).toEqual(before)
})
