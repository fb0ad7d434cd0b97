// Covers docs/requirements.md: 299

import type { Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { readState } from '../../contract/values/abnormal.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { capturePath } from '../support/pages/capture.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addGauge } from '../support/reader/rendered-meters.ts'
import {
  addAlert,
  addAlertRule,
  addCycle,
  addGroup,
  addInspection,
  addMeter,
  addReading,
} from '../support/server/builders.ts'

const name = '第二工場ボイラー室 東側給水ポンプ 吐出圧力計（予備系統）'

let site: Site
/** Each screen's path and a text at its end. */
let screens: [path: string, text: string | RegExp][]
beforeAll(async () => {
  site = await openSite()
  const { database, organization } = site
  const group = await addGroup(database, organization.id)
  const inspection = await addInspection(database, organization.id)
  const addLong = () => addGauge(site, { name, meterGroupId: group.id, inspectionId: inspection.id })
  const [silent, large] = [await addLong(), await addLong()]
  const unread = await addReading(database, silent, {
    value: null,
    isAbnormal: true,
    readState: readState.failed,
  })
  const figures = await addReading(database, large, { value: Number('9'.repeat(100)), isAbnormal: true })
  await addAlert(database, figures)
  const counter = await addMeter(database, organization.id, {
    name,
    meterCategoryId: 4,
    meterGroupId: group.id,
  })
  const rule = await addAlertRule(database, large, { name: `${name} 上下限` })
  const cycle = await addCycle(database, organization.id, [counter.id])
  screens = [
    ['/?period=range', name],
    ['/meters', name],
    [`/meters/${silent.id}`, 'データ無し'],
    [`/meters/${large.id}`, /,000,000/],
    [capturePath(silent), name],
    [`/data?meters=[${silent.id},${large.id}]`, 'データ無し'],
    [`/data?meters=[${silent.id},${large.id}]&tab=list`, name],
    ['/alerts', name],
    ['/alert-rules', rule.name],
    ['/usage', name],
    ['/usage?view=day&by=group', group.name],
    ['/usage?view=recent&chart=first', name],
    ['/usage?of=gauges', name],
    ['/closings', name],
    ['/closings?tab=cycles', cycle.name],
    ['/groups', inspection.name],
    [`/entry?inspection=${inspection.id}`, name],
    ['/rounds', inspection.name],
    [`/rounds/${inspection.id}`, name],
    [`/walk/${inspection.id}`, name],
    [`/meter-value/${unread.id}`, 'データ無し'],
    [`/meter-value/${figures.id}`, /,000,000/],
  ]
})
afterAll(() => site.close())

const beforeSignIn = [
  ['/login', 'ログイン'],
  ['/confirm-code', '確認コードを作成'],
  ['/new-password', 'ログインに戻る'],
  ['/qr-code', '入力した内容は保存されません。'],
] as const

/** Loading each screen for each size took three times as long. */
async function fits(page: Page, text: string | RegExp) {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  for (const [device, size] of Object.entries(sizes)) {
    await page.setViewportSize(size)
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    await expect.poll(beyond, { message: `${page.url()} on a ${device}` }).toBeLessThanOrEqual(0)
  }
}

test('with text of twice the size no screen is wider than the window of a phone, a tablet or a desktop', async () => {
  const page = await openBrowser(site.origin)
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    }),
  )
  for (const [path, text] of beforeSignIn) {
    await page.goto(path)
    await fits(page, text)
  }
  await keepSignedIn(page, await site.addUser())
  await page.goto('/')
  for (const tab of ['点検データ', '異常データ', '新規点検メーター']) {
    await page.getByRole('tab', { name: tab }).click()
    await fits(page, name)
  }
  await page.getByRole('tab', { name: '異常検知端末' }).click()
  await fits(page, 'No Data')
  await page.getByRole('tab', { name: '点検データ' }).click()
  for (const [path, text] of screens) {
    await page.goto(path)
    await fits(page, text)
  }
})
