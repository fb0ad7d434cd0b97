// Covers docs/requirements.md: 27, 282, 643

import { afterAll, beforeAll, test } from 'vitest'
import { readState } from '../../contract/values/abnormal.ts'
import { openPhone } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { capturePath, captureScreen } from '../support/pages/capture.ts'
import { captureQueries, outboxOf, waitForOfflineData, waitForReferences } from '../support/pages/device.ts'
import { homeScreen } from '../support/pages/home.ts'
import { metersScreen } from '../support/pages/meters.ts'
import { shell } from '../support/pages/shell.ts'
import { openSignedIn } from '../support/pages/sign-in.ts'
import { addFace, addGauge, faceOf, gaugePicture, tolerance } from '../support/reader/rendered-meters.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('requirement 15: a photograph taken without signal becomes one reading, with no page open', async () => {
  const inspector = await site.addUser()
  const meter = await addFace(site, faceOf('pump-discharge'))
  const picture = await gaugePicture(0.42)
  const phone = await openPhone(site.origin, { camera: picture.jpeg })

  const first = await openSignedIn(phone.context(), inspector)
  await waitForOfflineData(first, ['readings'])
  await first.getByRole('link', { name: 'メーター', exact: true }).first().click()
  await expect(metersScreen(first).card(meter.name)).toBeVisible()
  await waitForOfflineData(first, [...captureQueries, 'readings'])
  await waitForReferences(first, 1)

  await phone.context().setOffline(true)
  await first.close()
  const page = await phone.open('/')
  await expect(homeScreen(page).heading).toBeVisible()
  await expect(shell(page).offline).toBeVisible()
  await page.getByRole('link', { name: 'メーター', exact: true }).first().click()
  await metersScreen(page).capture(meter.name).click()

  const screen = captureScreen(page)
  await screen.shoot()
  const [taken] = await outboxOf(page)
  expect(taken).toMatchObject({ meterId: meter.id, state: 'draft', storedSha256: taken?.sha256 })
  expect(Math.abs((await screen.proposed('MPa')) - picture.truth.value)).toBeLessThanOrEqual(tolerance)
  await screen.acceptProposal()
  await expect(shell(page).unsent(1)).toBeVisible()
  expect(await outboxOf(page)).toMatchObject([{ state: 'queued', storedSha256: taken?.sha256 }])
  expect(await site.readings()).toEqual([])

  await phone.closePages()
  await phone.context().setOffline(false)
  await expect.poll(site.readings).toMatchObject([
    {
      meterId: meter.id,
      idempotencyKey: taken?.id,
      valueSource: 'accepted',
      readState: readState.processed,
      registration: expect.any(Number),
    },
  ])
  const [reading] = await site.readings()

  const again = await phone.open('/')
  await expect(shell(again).anyUnsent).toHaveCount(0)
  await expect
    .poll(() => outboxOf(again))
    .toMatchObject([{ state: 'sent', readingId: reading?.id, storedSha256: null }])
  expect(await site.readings()).toHaveLength(1)
})

test('requirement 15: a value without a photograph that is entered without signal becomes one reading, with no page open', async () => {
  const inspector = await site.addUser()
  const meter = await addGauge(site, { name: '受水槽 圧力' })
  const phone = await openPhone(site.origin)
  const first = await openSignedIn(phone.context(), inspector)
  await first.getByRole('link', { name: 'メーター', exact: true }).first().click()
  await expect(metersScreen(first).card(meter.name)).toBeVisible()
  await waitForOfflineData(first, captureQueries)

  await phone.context().setOffline(true)
  await first.close()
  const page = await phone.open(capturePath(meter))
  const screen = captureScreen(page)
  await screen.valueOnly.click()
  await type(screen.value, '0.42')
  await screen.acceptProposal()
  await expect(shell(page).unsent(1)).toBeVisible()
  const [entered] = await outboxOf(page)
  expect(entered).toMatchObject({ kind: 'entry', meterId: meter.id, value: 0.42, state: 'queued' })

  await phone.closePages()
  await phone.context().setOffline(false)
  const arrived = async () => (await site.readings()).filter(({ meterId }) => meterId === meter.id)
  const expected = { idempotencyKey: entered?.id, value: 0.42, valueSource: 'entered', source: 'entry' }
  await expect.poll(arrived).toMatchObject([expected])
  const again = await phone.open('/')
  await expect.poll(() => outboxOf(again)).toMatchObject([{ state: 'sent', readingId: expect.any(Number) }])
  await expect(shell(again).anyUnsent).toHaveCount(0)
  expect(await arrived()).toHaveLength(1)
})
