// Covers docs/requirements.md: 24, 405, 406, 408, 409, 411, 412, 413, 414

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, test } from 'vitest'
import { devices, mapPins } from '../../server/db/schema.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser } from '../support/browser/browsers.ts'
import { expect, settledBox } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { keepSignedIn } from '../support/pages/sign-in.ts'
import { addDevice } from '../support/server/builders.ts'
import { photograph } from '../support/server/subjects.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('a map is added with a new area, gets a pin with a camera, and the pin is moved by mouse and keys', async () => {
  const { database, organization } = site
  const camera = await addDevice(database, organization.id, { name: '入口のカメラ', type: 2 })
  await addDevice(database, organization.id, { name: '入口のルーター', type: 1 })
  const page = await openBrowser(site.origin, { news: 'silent' })
  await keepSignedIn(page, await site.addUser())
  await page.goto('/')
  await page.getByRole('link', { name: 'マップ' }).click()
  await page.getByRole('button', { name: 'マップを追加' }).click()
  const dialog = page.getByRole('dialog')
  await type(dialog.getByRole('textbox', { name: 'マップ名' }), '1階 機械室')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('マップ画像が選択されていません')
  await dialog.getByRole('button', { name: '新しいマップエリア' }).click()
  await expect(dialog.getByRole('textbox', { name: '新しいマップエリアの名前' })).toBeFocused()
  await page.keyboard.type('第一工場')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'マップエリア' })).toHaveValue('第一工場')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photograph) })
  await expect(dialog.getByRole('img', { name: 'マップ画像' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '登録' }).click()
  await expect(page.getByRole('row', { name: /1階 機械室/ })).toContainText('第一工場')

  await page.getByRole('link', { name: '1階 機械室' }).click()
  const stage = page.getByRole('application')
  await stage.click()
  await expect(dialog.getByRole('textbox', { name: 'ピン名' })).toBeFocused()
  await page.keyboard.type('ポンプ室')
  await page.keyboard.press('Enter')
  const pin = page.getByRole('button', { name: /^ポンプ室、カメラ/ })
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: '端末を編集' }).click()
  await dialog.getByRole('combobox', { name: 'カメラ' }).click()
  await expect(page.getByRole('option')).toHaveText(['入口のカメラ'])
  await page.getByRole('option', { name: '入口のカメラ' }).click()
  await dialog.getByRole('button', { name: '更新' }).click()
  await expect(page.getByRole('list', { name: '端末一覧' })).toContainText('入口のカメラ')
  await expectAccessible(page)

  const position = async () => {
    const [row] = await database.asSystem((tx) =>
      tx.select().from(mapPins).where(eq(mapPins.organizationId, organization.id)),
    )
    return row && [row.xratio, row.yratio]
  }
  const before = await position()
  await pin.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(position).not.toEqual(before)
  const byKeys = await position()
  const undo = page.getByRole('button', { name: '元に戻す' })
  // Otherwise that of the keys may be pressed in place of that of the mouse.
  await page.getByRole('alert').filter({ has: undo }).getByRole('button', { name: '閉じる' }).click()
  await expect(undo).toHaveCount(0)
  const box = await settledBox(pin)
  if (box === null) throw new Error('the pin is not drawn')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 80, box.y + 60, { steps: 4 })
  await page.mouse.up()
  await expect.poll(position).not.toEqual(byKeys)
  await undo.click()
  await expect.poll(position).toEqual(byKeys)

  await pin.click()
  await expect(page.getByRole('list', { name: 'ピン一覧' })).toContainText('ポンプ室')
  await pin.click()
  await page.getByRole('button', { name: 'ピン「ポンプ室」を削除' }).click()
  await expect(page.getByRole('dialog')).toContainText('端末「入口のカメラ」はマップに表示されなくなります')
  await page.getByRole('dialog').getByRole('button', { name: '削除' }).click()
  await expect(pin).toHaveCount(0)
  const [left] = await database.asSystem((tx) => tx.select().from(devices).where(eq(devices.id, camera.id)))
  expect(left).toMatchObject({ mapPinId: null, deletedAt: null })
})
