// Covers docs/requirements.md: 112, 119, 123, 124, 304, 561

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, test } from 'vitest'
import type { Face } from '../../faces/index.ts'
import { conditions, photograph } from '../../faces/index.ts'
import { parseArea, parseScale } from '../../reader/core/settings.ts'
import { meters, readings } from '../../server/db/schema.ts'
import { openBrowser } from '../support/browser/browsers.ts'
import { expect, settledBox } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { assistDialog } from '../support/pages/assist.ts'
import { meterScreen } from '../support/pages/meters.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addFace, faceOf } from '../support/reader/rendered-meters.ts'
import { callerOf } from '../support/server/http.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** A meter with its picture, not set up, and one photograph. */
async function unsetMeter(face: Face, value: number, given: Partial<typeof meters.$inferInsert> = {}) {
  const { id } = await addFace(site, face)
  await site.database.asSystem((tx) =>
    tx
      .update(meters)
      .set({ settings: null, pins: null, area: null, ...given })
      .where(eq(meters.id, id)),
  )
  const user = await site.addUser()
  const { jpeg, truth } = await photograph(face, value, conditions(7, 0.15))
  await (await callerOf(site.origin, user)).sendCapture({ id }, jpeg)
  return { id, user, truth }
}

const stored = async (id: number) => {
  const [row] = await site.database.asSystem((tx) => tx.select().from(meters).where(eq(meters.id, id)))
  return row
}

test('a gauge is set up from its picture by proposal and keys, tried, registered, and initialised again', async () => {
  const face = faceOf('pump-discharge')
  const { id, user, truth } = await unsetMeter(face, 0.42)
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, user)
  await page.goto(`/meters/${id}`)
  const screen = meterScreen(page)
  await screen.assist.focus()
  await page.keyboard.press('Enter')
  const assist = assistDialog(page, 'AIアシスト設定')
  await expect(assist.proposal).toBeVisible()
  await expect(assist.value('終点')).toHaveValue('1')

  // A step too far, and undo.
  await assist.pin('始点').focus()
  const before = await assist.pin('始点').getAttribute('aria-label')
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowUp')
  await expect(assist.pin('始点')).not.toHaveAttribute('aria-label', before ?? '')
  await page.keyboard.press('Control+z')

  await assist.try.focus()
  await page.keyboard.press('Enter')
  await expect(assist.ended).toBeVisible()
  await expect(assist.tried).toHaveCount(2)
  const { behaviour } = face
  const shown = behaviour.kind === 'wave' ? behaviour.base : behaviour.start
  await expect(assist.tried.first()).toContainText(shown.toFixed(2))
  await expect(assist.tried.last()).toContainText(truth.value.toFixed(2))
  expect((await stored(id))?.settings).toBeNull()

  await assist.register.focus()
  await page.keyboard.press('Enter')
  await expect(assist.dialog).toHaveCount(0)
  await expect(screen.assist).toBeFocused()
  const row = await stored(id)
  const scale = parseScale(row?.settings ?? '')
  const angles = scale.ok ? scale.value.map(({ angle }) => angle) : []
  expect(Math.abs((angles[0] ?? 0) - 225)).toBeLessThanOrEqual(2)
  expect(Math.abs((angles[1] ?? 0) - 135)).toBeLessThanOrEqual(2)
  expect(row?.pins?.radius).toBeCloseTo(0.231, 1)

  await screen.assist.click()
  await expect(assist.done).toBeVisible()
  await expect(assist.register).toBeDisabled()
  await assist.initialise.click()
  await page.getByRole('dialog', { name: '初期化しますか？' }).getByRole('button', { name: '初期化' }).click()
  await expect(assist.done).toHaveCount(0)
  await expect.poll(async () => (await stored(id))?.settings).toBeNull()
})

const areaOf = async (id: number) => {
  const area = parseArea((await stored(id))?.area ?? '')
  if (!area.ok) throw new Error('no read position is stored')
  return area.value
}

test('a level’s read position is proposed, drawn and sized by keys, taken back, tried, registered, and there again', async () => {
  const { id, user, truth } = await unsetMeter(faceOf('receiving-tank'), 2.05)
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, user)
  await page.goto(`/meters/${id}`)
  const screen = meterScreen(page)
  await screen.area.focus()
  await page.keyboard.press('Enter')
  const assist = assistDialog(page, '読取位置設定')
  await expect(assist.proposal).toBeVisible()
  await expect(assist.area).toHaveAccessibleName('読取位置の枠、提案')
  const proposed = await settledBox(assist.area)

  // Another rectangle, made taller, and both steps undone.
  await assist.stage.focus()
  await page.keyboard.press('Enter')
  await expect(assist.area).toHaveAccessibleName('読取位置の枠')
  const drawn = await settledBox(assist.area)
  await assist.handle('下の辺').focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowDown')
  await expect
    .poll(async () => (await assist.area.boundingBox())?.height)
    .toBeCloseTo((drawn?.height ?? 0) + 30, 0)
  await page.keyboard.press('Control+z')
  await expect.poll(() => assist.area.boundingBox()).toEqual(drawn)
  await page.keyboard.press('Control+z')
  await expect(assist.area).toHaveAccessibleName('読取位置の枠、提案')
  await expect.poll(() => assist.area.boundingBox()).toEqual(proposed)

  await assist.try.focus()
  await page.keyboard.press('Enter')
  await expect(assist.ended).toBeVisible()
  const tried = await assist.tried.last().textContent()
  expect(Number(/(\d\.\d\d) m信頼度/.exec(tried ?? '')?.[1])).toBeCloseTo(truth.value, 1)
  await assist.register.focus()
  await page.keyboard.press('Enter')
  await expect(assist.dialog).toHaveCount(0)
  await expect(screen.area).toBeFocused()
  const { y1, y2 } = await areaOf(id)
  expect(y1).toBeCloseTo(170 / 960, 1)
  expect(y2).toBeCloseTo(800 / 960, 1)

  await page.keyboard.press('Enter')
  await expect(assist.done).toBeVisible()
  await expect(assist.register).toBeDisabled()
  await expect(assist.area).toHaveCount(1)
})

test('a counter with red drums gets its decimals in the dialog, and the photograph that waited is read with them', async () => {
  const { id, user, truth } = await unsetMeter(faceOf('water-main'), 1127.3, {
    digitNumber: null,
    decimalPoint: null,
  })
  const page = await openBrowser(site.origin)
  await keepSignedIn(page, user)
  await page.goto(`/meters/${id}`)
  await meterScreen(page).assist.click()
  const assist = assistDialog(page, 'AIアシスト設定')
  await expect(assist.proposal).toBeVisible()
  await expect(assist.boxes).toHaveCount(6)
  await expect(assist.decimals).toHaveValue('2')
  await expect(assist.registered).toHaveText(/^読取 \d{4}\.\d\d → 測定値 [\d,]+\.\d\d m³$/)
  await assist.register.click()
  await expect(assist.dialog).toHaveCount(0)
  expect(await stored(id)).toMatchObject({ digitNumber: 6, decimalPoint: 2 })
  const value = () =>
    site.database.asSystem(async (tx) => {
      const [row] = await tx.select().from(readings).where(eq(readings.meterId, id))
      return row?.value
    })
  await expect.poll(value).toBe(truth.value)
})
