// Covers docs/requirements.md: 500, 501, 504, 505, 533, 539

import { afterAll, beforeAll, test } from 'vitest'
import { expectAccessible } from '../support/browser/axe.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import {
  addRoundOf,
  countsOf,
  expectArrived,
  openRoundWithoutSignal,
  openSupervisor,
  walk,
} from '../support/browser/walked-round.ts'
import { roundsScreen } from '../support/pages/rounds.ts'
import { walkOnCapture, walkScreen } from '../support/pages/walk.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const size = 30

test('a round of thirty meters is walked without signal, and the supervisor sees it grow while it arrives with no page open', async () => {
  const { inspection, stops } = await addRoundOf(site, size)
  const readingsBefore = (await site.readings()).length
  const supervisor = await openSupervisor(site, inspection.name)
  const { phone, page } = await openRoundWithoutSignal(site, inspection.name)
  const { pressesToShutter, accepted } = await walk(page, inspection.name, stops)
  expect(pressesToShutter).toBe(3)
  expect(new Set(accepted.map(({ presses }) => presses))).toEqual(new Set([3]))
  // The same camera all the way.
  expect((await countsOf(page)).cameras).toBe(1)
  await expect(walkOnCapture(page).next).toHaveCount(0)
  await walkOnCapture(page).list.tap()
  const list = walkScreen(page)
  await expect(list.over).toBeVisible()
  await expect(list.counts).toHaveText(
    '予定30＝撮影28＋スキップ2＋残り0撮影とスキップの記録送信済 0未送信 30',
  )
  await expect(list.prepared).toBeVisible()
  await expectAccessible(page)
  expect(await site.readings()).toHaveLength(readingsBefore)

  await phone.closePages()
  await phone.context().setOffline(false)
  const began = performance.now()
  await expect(supervisor.card).toContainText('完了', { timeout: 300_000 })
  const arriving = (performance.now() - began) / 1000
  await expect(supervisor.card).toContainText('予定 30 = 撮影 28 + スキップ 2 + 残り 0異常 1要確認 1')
  const growth = await supervisor.growth()
  expect(growth.at(0)).toBe(0)
  expect(growth.at(-1)).toBe(28)
  expect(growth.length).toBeGreaterThan(2)
  expect(growth).toEqual(growth.toSorted((a, b) => a - b))
  await expectArrived(site, stops)
  await supervisor.card.getByRole('link').click()
  const rows = roundsScreen(supervisor.page).stops
  await expect(rows.nth(1)).toContainText('停止中')
  await expect(rows.nth(2)).toContainText('異常')
  await expect(rows.nth(3)).toContainText('その他（扉の鍵がない）')
  await expect(rows.nth(5)).toContainText('要確認')

  const [first = 0, ...later] = accepted.map(({ seconds }) => seconds)
  const ten = later.slice(0, 10).reduce((sum, seconds) => sum + seconds, 0)
  const middle = later.toSorted((a, b) => a - b)[Math.floor(later.length / 2)] ?? 0
  const figures = { first, median: middle, 'ten in a row': ten, arriving }
  console.table(Object.entries(figures).map(([what, seconds]) => ({ what, seconds: seconds.toFixed(1) })))
  console.log(
    `presses: ${pressesToShutter} to the first shutter, ${3 * 10 + pressesToShutter - 1} for ten meters; the tablet showed ${growth.join(', ')}`,
  )
})
