// Covers docs/requirements.md: 491, 495

import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { roundsScreen } from '../support/pages/rounds.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addDevice, addInspection, addMeter, addReading } from '../support/server/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('an office worker sets the schedule by keys, and the supervisor’s tablet sees the round grow', async () => {
  const { database, organization, origin } = site
  const inspection = await addInspection(database, organization.id, { name: '朝の巡回' })
  const phone = await addDevice(database, organization.id)
  const given = { inspectionId: inspection.id, deviceId: phone.id }
  const first = await addMeter(database, organization.id, { ...given, name: '受水槽 水位' })
  await addMeter(database, organization.id, { ...given, name: '冷却水圧力' })
  await addMeter(database, organization.id, { ...given, name: '電力量計' })

  const worker = await openBrowser(origin)
  await keepSignedIn(worker, await site.addUser({ role: role.admin }))
  await worker.goto('/')
  await worker.getByRole('link', { name: '点検ルート' }).click()
  const office = roundsScreen(worker)
  await office.card('朝の巡回').getByRole('link').click()
  await expect(office.stops).toHaveCount(3)
  await office.changeSchedule.click()
  await worker.getByRole('radio', { name: '毎日' }).check()
  await expect(office.dialog.getByRole('status')).toHaveText('平日 17:00まで')
  await worker.getByRole('checkbox', { name: '土曜日' }).press('Space')
  await worker.getByRole('checkbox', { name: '日曜日' }).press('Space')
  await expectAccessible(worker)
  // From 17:00 to 23:59, late enough not to be over while this runs; with twelve hours or twenty-four.
  await worker.getByLabel('期限の時刻').focus()
  for (let hour = 17; hour < 23; hour++) await worker.keyboard.press('ArrowUp')
  await worker.keyboard.press('ArrowRight')
  await worker.keyboard.type('59')
  await worker.keyboard.press('Enter')
  await expect(office.dialog).toHaveCount(0)
  await expect(worker.getByRole('region', { name: '進み具合' })).toContainText(
    /今日 23:59.*23:59:00まで毎日 23:59まで/,
  )

  const tablet = await openBrowser(origin, { viewport: sizes.tablet })
  await keepSignedIn(tablet, await site.addUser())
  await tablet.goto('/rounds')
  const card = roundsScreen(tablet).card('朝の巡回')
  await expect(card).toContainText('未着手')
  await expectAccessible(tablet)
  await addReading(database, first, { isAbnormal: true, value: 0.95 })
  await expect(card).toContainText('巡回中')
  await expect(card).toContainText('予定 3 = 撮影 1 + スキップ 0 + 残り 2異常 1')
})
