import { afterAll, beforeAll, test } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { expect } from '../support/expect.ts'
import { roundsScreen } from '../support/pages/rounds.ts'
import { walkOnCapture, walkScreen } from '../support/pages/walk.ts'
import { openSite, type Site } from '../support/site.ts'
import {
  addRoundOf,
  countsOf,
  expectArrived,
  openRoundWithoutSignal,
  openSupervisor,
  walk,
} from '../support/walked-round.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('a round is walked from a cold start without signal, three presses a sure meter, and arrives with no page open while the supervisor looks on', async () => {
  const { inspection, stops } = await addRoundOf(site, 6)
  const supervisor = await openSupervisor(site, inspection.name)
  const { phone, page } = await openRoundWithoutSignal(site, inspection.name)
  const { pressesToShutter, accepted } = await walk(page, inspection.name, stops)
  expect(pressesToShutter).toBe(3)
  expect(accepted.map(({ presses }) => presses)).toEqual([3])
  // The same camera all the way.
  expect((await countsOf(page)).cameras).toBe(1)

  await expect(walkOnCapture(page).next).toHaveCount(0)
  await walkOnCapture(page).list.tap()
  const list = walkScreen(page)
  await expect(list.over).toBeVisible()
  await expect(list.counts).toHaveText('予定6＝撮影4＋スキップ2＋残り0送信済 0未送信 6')
  await expect(list.prepared).toBeVisible()
  await expectAccessible(page)
  expect(await site.readings()).toEqual([])

  await phone.closePages()
  await phone.context().setOffline(false)
  await expect(supervisor.card).toContainText('完了')
  await expect(supervisor.card).toContainText('予定 6 = 撮影 4 + スキップ 2 + 残り 0異常 1要確認 1')
  expect((await supervisor.growth())[0]).toBe(0)
  await expectArrived(site, stops)

  await supervisor.card.getByRole('link').click()
  const rows = roundsScreen(supervisor.page).stops
  await expect(rows.nth(1)).toContainText('停止中')
  await expect(rows.nth(2)).toContainText('異常')
  await expect(rows.nth(3)).toContainText('その他（扉の鍵がない）')
  await expect(rows.nth(5)).toContainText('要確認')
})
