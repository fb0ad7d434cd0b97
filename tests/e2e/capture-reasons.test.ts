// Covers docs/requirements.md: 295, 620, 631

import { afterAll, beforeAll, test } from 'vitest'
import { type Conditions, photograph, plain } from '../../faces/index.ts'
import type { meters } from '../../server/db/schema.ts'
import { openPhone } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { capturePath, captureScreen } from '../support/pages/capture.ts'
import { captureQueries, outboxOf, waitForOfflineData, waitForReferences } from '../support/pages/device.ts'
import { openSignedIn } from '../support/pages/sign-in.ts'
import { addFace, faceOf, tolerance } from '../support/reader/rendered-meters.ts'
import { addInspection } from '../support/server/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const gauge = faceOf('pump-discharge')
const value = 0.42
const pictureOf = async (how: Partial<Conditions>, face = gauge, shown = value) =>
  (await photograph(face, shown, { ...plain, noise: 1.5, ...how })).jpeg

/** An offline phone at the capture of a meter whose reference picture it has. */
async function before(given: Partial<typeof meters.$inferInsert> = {}) {
  const inspector = await site.addUser()
  const meter = await addFace(site, gauge, given)
  const phone = await openPhone(site.origin, { sendsFrom: 'page' })
  const first = await openSignedIn(phone.context(), inspector)
  await waitForOfflineData(first, captureQueries)
  // Equal pictures are stored once.
  await waitForReferences(first, 1)
  await phone.context().setOffline(true)
  await first.close()
  const page = await phone.open(capturePath(meter))
  return {
    ...captureScreen(page),
    alert: page.getByRole('alert').filter({ hasText: '異常な値です' }),
    question: page.getByRole('dialog'),
    outbox: () => outboxOf(page),
  }
}

test('a photograph from aside and askew is read as if taken straight on; one of another meter is refused with the reason and what to do', async () => {
  const screen = await before()
  await screen.choose(
    await pictureOf({ tilt: 24, tiltTo: 70, rotation: 12, zoom: 0.85, shift: { x: 0.04, y: -0.03 } }),
  )
  expect(Math.abs((await screen.proposed('MPa')) - value)).toBeLessThanOrEqual(tolerance)
  // What was read stands large beside it.
  await expect(screen.whole).toBeVisible()
  await screen.acceptProposal()
  await screen.again.click()

  await screen.choose(await pictureOf({}, faceOf('main-current'), 300))
  await expect(screen.unread).toBeVisible()
  await expect(screen.notes).toContainText('登録時と位置や距離が大きく違うか、別のメーターの可能性があります')
  await expect(screen.notes).toContainText('撮り直してください')
  // The server reads by the same means: it is not offered.
  await expect(screen.leaveToServer).toHaveCount(0)
  await screen.sendWithoutValue.click()
  await expect(screen.leftWithoutValue).toContainText('点検データの画面で入力できます')
})

test('a value that is typed for a photograph of another meter is asked about once, and the doubt is stored', async () => {
  const screen = await before()
  await screen.choose(await pictureOf({}, faceOf('main-current'), 300))
  await expect(screen.unread).toBeVisible()
  await screen.correct('0.42')
  await expect(screen.question.getByRole('listitem')).toHaveText(['写真は別のメーターのようです。'])
  await screen.question.getByRole('button', { name: 'この値で確定' }).click()
  await expect(screen.decided).toBeVisible()
  expect(await screen.outbox()).toMatchObject([{ value: 0.42, confirmedDoubts: ['other_meter'] }])
})

test('an abnormal value that is confirmed without signal is red and says whom to call', async () => {
  const { id: inspectionId } = await addInspection(site.database, site.organization.id, {
    contact: '設備課 03-1234-5678',
  })
  const screen = await before({ inspectionId, emergencyStartValue: 0.4, emergencyEndValue: 0.5 })
  await screen.choose(await pictureOf({}))
  await screen.accept.click()
  await screen.question.getByRole('button', { name: 'この値で確定' }).click()
  await expect(screen.decided).toContainText('異常')
  await expect(screen.alert).toContainText('異常範囲 0.40 〜 0.50 MPa')
  await expect(screen.alert).toContainText('電話で知らせてください')
  const call = screen.alert.getByRole('link', { name: '03-1234-5678' })
  await expect(call).toHaveAttribute('href', 'tel:0312345678')
})
