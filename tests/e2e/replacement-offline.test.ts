import { afterAll, beforeAll, test } from 'vitest'
import { meterReplacements } from '../../server/db/schema.ts'
import { expectAccessible } from '../support/axe.ts'
import { openPhone, sizes } from '../support/browsers.ts'
import { addReading } from '../support/builders.ts'
import { expect } from '../support/expect.ts'
import { capturePath, captureScreen } from '../support/pages/capture.ts'
import { captureQueries, outboxOf, waitForOfflineData } from '../support/pages/device.ts'
import { outboxDrawer } from '../support/pages/outbox.ts'
import { shell } from '../support/pages/shell.ts'
import { openSignedIn } from '../support/pages/sign-in.ts'
import { addGauge, gaugePicture, typedCounter } from '../support/rendered-meters.ts'
import { openSite, type Site } from '../support/site.ts'
import { type } from '../support/type.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const day = 86_400_000

test('a meter that was replaced without signal: what is captured behind it counts from its start, and both arrive in order', async () => {
  const inspector = await site.addUser()
  const meter = await addGauge(site, typedCounter)
  await addReading(site.database, meter, { value: 4120.5, createdAt: new Date(Date.now() - day) })
  const phone = await openPhone(site.origin)
  const page = await openSignedIn(phone.context(), inspector)
  await page.setViewportSize(sizes.phone)
  await waitForOfflineData(page, captureQueries)
  await page.goto(capturePath(meter))
  await phone.context().setOffline(true)

  const screen = captureScreen(page)
  const { jpeg } = await gaugePicture(0.42)
  const thousands = page.getByRole('spinbutton', { name: '千の位' })
  await screen.choose(jpeg)
  await expect(thousands).toBeFocused()
  await page.keyboard.type('00035')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'メーターを交換しました' }).click()
  await type(page.getByRole('textbox', { name: '旧メーターの最終値' }), '4131.2')
  await expectAccessible(page)
  await page.getByRole('button', { name: '交換を登録して確定' }).click()
  await expect(page.getByText('の交換を保存しました')).toBeVisible()
  await expect(screen.decided).toBeVisible()

  await page.getByRole('button', { name: 'もう一度撮影' }).click()
  await expect(page.getByRole('definition').first()).toHaveText(/^3\.5.*未送信$/)
  await screen.choose(jpeg)
  await expect(thousands).toBeFocused()
  await page.keyboard.type('00042')
  await page.keyboard.press('Enter')
  await expect(screen.decided).toBeVisible()

  await shell(page).unsent(3).click()
  const { drawer, part } = outboxDrawer(page)
  await expect(part('未送信').getByText(/^4,131\.2 .*→ 0\.0 /)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  expect(await site.database.asSystem((tx) => tx.select().from(meterReplacements))).toEqual([])

  await phone.context().setOffline(false)
  await expect(shell(page).anyUnsent).toHaveCount(0, { timeout: 60_000 })
  const [replacement, ...more] = await site.database.asSystem((tx) => tx.select().from(meterReplacements))
  const rows = await outboxOf(page)
  expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  expect(more).toEqual([])
  expect(replacement).toMatchObject({ meterId: meter.id, oldEndValue: 4131.2, newStartValue: 0 })
  expect(replacement?.idempotencyKey).toBe(rows[0]?.id)
  const [, first, second] = await site.readings()
  expect([first?.value, second?.value]).toEqual([3.5, 4.2])
  expect(Number(replacement?.createdAt)).toBeLessThanOrEqual(Number(first?.receivedAt))

  await page.goto(`/meter-value/${first?.id}`)
  await expect(page.getByText('メーターの交換をまたいでいます')).toBeVisible()
  await expect(page.getByText(/^14\.2 /)).toBeVisible()
  await page.goto(`/meter-value/${second?.id}`)
  await expect(page.getByText(/^0\.7 /).first()).toBeVisible()
})
