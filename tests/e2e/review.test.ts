// Covers docs/requirements.md: 975, 982, 1006, 1007, 1008, 1010, 1011, 1012

import { afterAll, beforeAll, test } from 'vitest'
import { deviceType } from '../../contract/devices.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { reviewScreen } from '../support/pages/review.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addAlert, addDevice, addInspection } from '../support/server/builders.ts'
import { addUnsureReadings } from '../support/server/unsure-readings.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('forty readings are decided by keys: equal ones on the wall, two corrected, one photographed again', async () => {
  const { database, organization } = site
  const group = await addInspection(database, organization.id, { name: '朝の巡回' })
  const phone = await addDevice(database, organization.id, { type: deviceType.mobile })
  const onRound = { inspectionId: group.id, deviceId: phone.id }
  const added = await addUnsureReadings(site, 40, (index) => ({
    meter: index === 20 ? onRound : {},
    reading: index >= 30 ? { value: 0.5, readValue: 0.5 } : {},
  }))
  const page = await openBrowser(site.origin)
  const reviewer = await site.addUser({ username: 'kantoku' })
  await keepSignedIn(page, reviewer)
  await page.goto('/review')
  const screen = reviewScreen(page)
  await screen.ready()
  await expect(screen.count).toHaveText('40件')
  await expect(page.getByRole('link', { name: /^要確認/ }).first()).toContainText('40件')
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
  await page.setViewportSize(sizes.desktop)

  await page.keyboard.press('w')
  await screen.wallReady()
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
  await page.setViewportSize(sizes.desktop)
  await screen.button('計器33は違う値').focus()
  await page.keyboard.press('Space')
  await screen.button('残り9件を確定').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('9件を確定しました')).toBeVisible()
  await expect(screen.count).toHaveText('31件')
  await page.keyboard.press('z')
  await expect(screen.count).toHaveText('40件')
  await screen.wallReady()
  await screen.button('残り9件を確定').focus()
  await page.keyboard.press('Enter')
  await expect(screen.count).toHaveText('31件')
  await page.keyboard.press('w')

  const typed: Record<string, string> = { 計器3: '0007', 計器33: '0150' }
  let name = ''
  for (let left = 31; left > 0; left--) {
    name = await screen.ready(name)
    if (name === '計器21') {
      await page.keyboard.press('r')
      await expect(page.getByText('「計器21」の撮り直しを点検ルートの担当者に頼みました')).toBeVisible()
      continue
    }
    for (const key of typed[name] ?? '') await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await expect(page.getByText(new RegExp(`^「${name}」を .* で確定しました$`))).toBeVisible()
  }
  await expect(page.getByText('ここで見る測定値は終わりました')).toBeVisible()
  await expect(screen.count).toHaveText('1件')

  const expected = added.map(({ meter, reading }) => {
    const decided =
      meter.name === '計器21'
        ? { value: 0.021, valueSource: 'reader' }
        : meter.name === '計器3'
          ? { value: 0.007, valueSource: 'corrected' }
          : meter.name === '計器33'
            ? { value: 0.15, valueSource: 'corrected' }
            : { value: reading.value, valueSource: 'accepted' }
    return { name: meter.name, readValue: reading.readValue, ...decided }
  })
  const stored = async () => {
    const rows = new Map((await site.readings()).map((row) => [row.id, row]))
    return added.map(({ meter: { name }, reading: { id } }) => {
      const row = rows.get(id)
      return { name, readValue: row?.readValue, value: row?.value, valueSource: row?.valueSource }
    })
  }
  // The screen shows a decision before the server has it.
  await expect.poll(stored).toEqual(expected)

  const inspector = await openBrowser(site.origin, { viewport: sizes.phone })
  await keepSignedIn(inspector, await site.addUser({ username: 'kensa' }))
  await inspector.goto(`/walk/${group.id}`)
  await expect(inspector.getByText(`撮り直し依頼（${reviewer.username}）`)).toBeVisible()
  await expectAccessible(inspector)
})

test('one press leads from an alert to its item of 要確認, and one back', async () => {
  const { database } = site
  const [added] = await addUnsureReadings(site, 1, () => ({
    meter: { name: '冷却水往き圧' },
    reading: { value: 0.95, readValue: 0.95, isAbnormal: true },
  }))
  if (added === undefined) throw new Error('nothing was added')
  await addAlert(database, added.reading)
  for (const size of Object.values(sizes)) {
    const page = await openBrowser(site.origin, { viewport: size })
    await keepSignedIn(page, await site.addUser())
    await page.goto('/alerts')
    await page.getByRole('link', { name: /^冷却水往き圧の値を.*要確認で開く$/ }).click()
    await reviewScreen(page).shows('冷却水往き圧')
    await page.getByRole('button', { name: '戻る' }).click()
    await expect(page).toHaveURL(/\/alerts/)
    await page.context().close()
  }
})
