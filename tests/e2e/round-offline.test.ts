import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { meters, skips } from '../../server/db/schema.ts'
import { expectAccessible } from '../support/axe.ts'
import { openPhone } from '../support/browsers.ts'
import { addInspection } from '../support/builders.ts'
import { expect } from '../support/expect.ts'
import { capturePath, captureScreen } from '../support/pages/capture.ts'
import { shell } from '../support/pages/shell.ts'
import { signIn } from '../support/pages/sign-in.ts'
import { openWalks, walkOnCapture, walkScreen } from '../support/pages/walk.ts'
import { addFace, faceOf, gaugePicture, tolerance } from '../support/rendered-meters.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

async function addMeterOfRound(inspectionId: number, name: string) {
  const { id } = await addFace(site, faceOf('pump-discharge'))
  await site.database.asSystem((tx) =>
    tx.update(meters).set({ inspectionId, name, placeNote: '機械室' }).where(eq(meters.id, id)),
  )
  return { id, name }
}

/** How often a page asked for the camera. */
const countCameras = (page: Page) =>
  page.addInitScript(() => {
    const devices = navigator.mediaDevices
    const ask = devices.getUserMedia.bind(devices)
    devices.getUserMedia = (wish) => {
      document.documentElement.dataset['cameras'] =
        `${1 + Number(document.documentElement.dataset['cameras'] ?? 0)}`
      return ask(wish)
    }
  })

test('a round that was taken along is walked from a cold start without signal, three taps a meter, and arrives', async () => {
  const inspector = await site.addUser()
  const inspection = await addInspection(site.database, site.organization.id, { name: '朝の巡回' })
  const [first, second, third] = [
    await addMeterOfRound(inspection.id, 'No.1 冷却水'),
    await addMeterOfRound(inspection.id, 'No.2 冷却水'),
    await addMeterOfRound(inspection.id, 'No.3 冷却水'),
  ]
  const picture = await gaugePicture(0.42)
  const phone = await openPhone(site.origin, { camera: picture.jpeg })
  const before = await phone.open('/')
  await signIn(before, inspector)
  await openWalks(before).open.click()
  await openWalks(before).list('朝の巡回').click()
  await walkScreen(before).prepare.click()
  await expect(walkScreen(before).prepared).toBeVisible({ timeout: 60_000 })

  await phone.context().setOffline(true)
  await before.close()
  const page = await phone.open(`/walk/${inspection.id}`)
  await countCameras(page)
  await page.reload()
  const walk = walkScreen(page)
  await expect(walk.stops).toHaveCount(3)
  await expect(walk.prepared).toBeVisible()
  await expectAccessible(page)
  await walk.goOn.click()

  const capture = captureScreen(page)
  const round = walkOnCapture(page)
  await expect(page).toHaveURL(capturePath(first))
  await capture.shoot()
  expect(Math.abs((await capture.proposed('MPa')) - picture.truth.value)).toBeLessThanOrEqual(tolerance)
  await capture.acceptProposal()
  await round.next.click()
  await expect(page).toHaveURL(capturePath(second))
  await round.skip.click()
  await round.because('停止中').click()
  await expect(page).toHaveURL(capturePath(third))
  // The same camera all the way.
  await expect(capture.shutter).toBeEnabled()
  await expect(page.locator('html')).toHaveAttribute('data-cameras', '1')
  await capture.choose(picture.jpeg)
  await capture.acceptProposal()
  await expect(round.next).toHaveCount(0)
  await round.list.click()
  await expect(walk.over).toBeVisible()
  await expect(walk.counts).toHaveText('予定3＝撮影2＋スキップ1＋残り0送信済 0未送信 3')

  await phone.context().setOffline(false)
  await expect(shell(page).anyUnsent).toHaveCount(0, { timeout: 30_000 })
  await expect(walk.counts).toHaveText('予定3＝撮影2＋スキップ1＋残り0送信済 3未送信 0')
  expect((await site.readings()).map(({ meterId }) => meterId)).toEqual([first.id, third.id])
  const kept = await site.database.asSystem((tx) => tx.select().from(skips))
  expect(kept).toMatchObject([{ meterId: second.id, reason: 'stopped' }])
})
