// Covers docs/requirements.md: 294, 521, 537, 550

import { afterAll, beforeAll, test } from 'vitest'
import { conditions, dialled, photograph } from '../../faces/index.ts'
import { openPhone } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { capturePath, captureScreen } from '../support/pages/capture.ts'
import { captureQueries, outboxOf, waitForOfflineData } from '../support/pages/device.ts'
import { outboxDrawer } from '../support/pages/outbox.ts'
import { shell } from '../support/pages/shell.ts'
import { openSignedIn, signInScreen } from '../support/pages/sign-in.ts'
import { addFace, addGauge, gaugePicture, sha256Of, tolerance } from '../support/reader/rendered-meters.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** An offline phone that opened the capture of a gauge cold. */
async function beforeGaugeWithoutSignal() {
  const inspector = await site.addUser()
  const meter = await addGauge(site)
  const phone = await openPhone(site.origin, { sendsFrom: 'page' })
  const first = await openSignedIn(phone.context(), inspector)
  await waitForOfflineData(first, captureQueries)
  await phone.context().setOffline(true)
  await first.close()
  const page = await phone.open(capturePath(meter))
  const ofMeter = async () => (await site.readings()).filter(({ meterId }) => meterId === meter.id)
  return { inspector, phone, page, ofMeter }
}

test('requirement 14: a photograph from a file, taken without signal, is sent by the open page alone when signal comes back', async () => {
  const { inspector, phone, page, ofMeter } = await beforeGaugeWithoutSignal()
  const { jpeg, truth } = await gaugePicture(0.56)
  const screen = captureScreen(page)
  await screen.choose(jpeg)
  expect(await outboxOf(page)).toMatchObject([{ state: 'draft', storedSha256: sha256Of(jpeg) }])
  expect(Math.abs((await screen.proposed('MPa')) - truth.value)).toBeLessThanOrEqual(tolerance)
  await screen.acceptProposal()

  await phone.closePages()
  const later = await phone.open('/')
  await shell(later).unsent(1).click()
  const outbox = outboxDrawer(later)
  await expect(outbox.row).toHaveCount(1)
  await expect(outbox.part('未送信')).toContainText('未送信 1件')
  await expect(outbox.row).toContainText('端末に保存')
  await expect(outbox.sendNow).toBeDisabled()
  await phone.context().setOffline(false)
  await expect(outbox.row).toContainText('読取済')
  await expect(shell(later).anyUnsent).toHaveCount(0)
  await expect(outbox.part('未送信')).toHaveCount(0)
  await expect(outbox.part('送信済')).toContainText('送信済 1件')
  expect(await ofMeter()).toMatchObject([
    { createdByUserId: inspector.id, pictureSha256: sha256Of(jpeg), valueSource: 'accepted' },
  ])
})

test('after signing in at the address of a water meter’s QR code, what is typed unlike its drums and dials is asked about', async () => {
  const inspector = await site.addUser()
  const face = dialled('south-water', 5, 0, 4)
  const meter = await addFace(site, face)
  const phone = await openPhone(site.origin, { sendsFrom: 'page' })
  const page = await phone.open(capturePath(meter))
  await signInScreen(page).enter(inspector)
  await signInScreen(page).submit()
  const screen = captureScreen(page)
  await screen.choose((await photograph(face, 11_482.3712, conditions(7, 0.2))).jpeg)
  expect(Math.abs((await screen.proposed('m³')) - 11_482.3712)).toBeLessThanOrEqual(0.0002)
  await screen.correct('11842.3712')
  const question = page.getByRole('dialog', { name: '11,842.3712 m³ で確定しますか' })
  await expect(question.getByRole('listitem')).toHaveText([
    /^写真から読み取った 11,482\.37\d\d m³ と違います。$/,
  ])
  await expect(question).toContainText('入力した値11,842.3712写真の読取11,482.37')
  await question.getByRole('button', { name: 'この値で確定' }).click()
  await expect(screen.decided).toContainText('11,842.3712')
  const ofMeter = async () => (await site.readings()).filter(({ meterId }) => meterId === meter.id)
  await expect
    .poll(ofMeter)
    .toMatchObject([{ createdByUserId: inspector.id, value: 11_842.3712, confirmedDoubts: ['not_as_read'] }])
})
