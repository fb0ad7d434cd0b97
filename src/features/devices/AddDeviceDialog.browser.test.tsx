// Covers docs/requirements.md: 334, 349, 352

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openDevicesScreen } from '../../../tests/support/components/devices-screen.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { aDevice } from '../../../tests/support/responses/devices.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { shortIntervalsText } from './deviceTexts.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const router = aDevice({ id: 7, name: '事務所ルーター', type: 1, meters: [] })

async function openDialog(options: Parameters<typeof openDevicesScreen>[0] = {}) {
  const opened = await openDevicesScreen({ devices: [router], role: 1, ...options })
  await opened.screen.getByRole('button', { name: '端末を追加' }).click()
  const dialog = opened.screen.getByRole('dialog', { name: '端末の追加' })
  await expect.element(dialog).toBeVisible()
  const fill = async () => {
    await type(dialog.getByRole('textbox', { name: /端末名/ }), '北棟カメラ')
    await type(dialog.getByRole('textbox', { name: /シリアル番号/ }), 'KS240009')
  }
  const save = () => dialog.getByRole('button', { name: '登録' }).click()
  return { ...opened, dialog, fill, save }
}

test.each([390, 1440])('a WiFi camera is added with its times and its router: %i px', async (width) => {
  await page.viewport(width, 900)
  const { screen, dialog, fill, save, last } = await openDialog()
  await fill()
  await dialog.getByRole('button', { name: '測定時刻を追加' }).click()
  await dialog.getByRole('combobox', { name: '日', exact: true }).selectOptions('月曜')
  await dialog.getByRole('combobox', { name: '時', exact: true }).selectOptions('9時')
  await dialog.getByRole('combobox', { name: '分', exact: true }).selectOptions('30分')
  await dialog.getByRole('combobox', { name: /親機/ }).click()
  await screen.getByRole('option', { name: '事務所ルーター' }).click()
  await save()
  await expect.element(screen.getByText('「北棟カメラ」を登録しました')).toBeVisible()
  expect(last('POST')).toMatchObject({
    path: '/device/create',
    body: {
      name: '北棟カメラ',
      serial_number: 'KS240009',
      type: 2,
      interval_crons: '0 15 * * *,30 9 * * 1',
      parent_device_id: 7,
      organization_id: 1,
    },
  })
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
})

test('an analog input asks for its interval instead of times, and is shown in its list', async () => {
  await page.viewport(1440, 900)
  const { screen, dialog, fill, save, last } = await openDialog()
  await fill()
  const kinds = dialog.getByRole('combobox', { name: '種類' })
  await expect.element(kinds).toMatchTextContent(/WiFi中継器/)
  await kinds.selectOptions('アナログ入力')
  await expect.element(dialog.getByRole('button', { name: '測定時刻を追加' })).not.toBeInTheDocument()
  await save()
  await expect.element(dialog.getByText('測定間隔を選択してください')).toBeVisible()
  await dialog.getByRole('combobox', { name: '測定間隔' }).selectOptions('15分ごと')
  await save()
  await expect.element(screen.getByRole('tab', { name: 'アナログ' })).toHaveAttribute('aria-selected', 'true')
  expect(last('POST')?.body).toMatchObject({ type: 4, interval_crons: '*/15 * * * *' })
})

test.each([390, 1440])('an administrator reads why short intervals are missing: %i px', async (width) => {
  await page.viewport(width, 900)
  const { screen, dialog } = await openDialog()
  await expect.element(dialog.getByText(shortIntervalsText)).toBeVisible()
  await dialog.getByRole('combobox', { name: '種類' }).selectOptions('アナログ入力')
  await expect.element(dialog.getByText(shortIntervalsText)).not.toBeInTheDocument()
  await screen.unmount()
  const system = await openDialog({ role: 2 })
  await expect.element(system.dialog.getByRole('button', { name: '測定時刻を追加' })).toBeVisible()
  await expect.element(system.dialog.getByText(shortIntervalsText)).not.toBeInTheDocument()
})

test('the server’s word on an analog input’s schedule stands at its interval', async () => {
  await page.viewport(1440, 900)
  const message = '測定設定に該当する日時がありません'
  const refusal = { success: false, code: 'validation_failed', messages: [], request_id: 'r' }
  const issues = [{ path: 'interval_crons', message }]
  const { dialog, fill, save } = await openDialog({
    refuse: ({ method }) =>
      method === 'POST' ? Response.json({ ...refusal, issues }, { status: 400 }) : undefined,
  })
  await fill()
  await dialog.getByRole('combobox', { name: '種類' }).selectOptions('アナログ入力')
  const interval = dialog.getByRole('combobox', { name: '測定間隔' })
  await interval.selectOptions('15分ごと')
  await save()
  await expect.element(interval).toHaveAccessibleDescription(message)
  await expect.element(interval).toHaveFocus()
})

test('a serial number that is taken is said at its field, which gets the cursor; what was typed stays', async () => {
  await page.viewport(1440, 900)
  const taken = { success: false, code: 'serial_number_taken', messages: ['…'], request_id: 'r' }
  const { dialog, fill, save } = await openDialog({
    refuse: ({ method }) => (method === 'POST' ? Response.json(taken, { status: 409 }) : undefined),
  })
  await fill()
  await save()
  const serial = dialog.getByRole('textbox', { name: /シリアル番号/ })
  await expect.element(dialog.getByText('このシリアル番号は登録済みです')).toBeVisible()
  await expect.element(serial).toHaveFocus()
  await expect.element(serial).toHaveValue('KS240009')
})

test('what is missing is said at its field, times included', async () => {
  await page.viewport(390, 844)
  const { dialog, save, last } = await openDialog()
  await dialog.getByRole('button', { name: '測定時刻を追加' }).click()
  await save()
  await expect.element(dialog.getByText('端末名を入力してください')).toBeVisible()
  await expect.element(dialog.getByText('シリアル番号を入力してください')).toBeVisible()
  expect(dialog.getByText('未入力です').elements()).toHaveLength(3)
  await expect.element(dialog.getByRole('textbox', { name: /端末名/ })).toHaveFocus()
  expect(last('POST')).toBeUndefined()
})
