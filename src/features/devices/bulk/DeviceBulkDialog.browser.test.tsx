// Covers docs/requirements.md: 954, 956

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { role } from '../../../../contract/access.ts'
import { openDevicesScreen } from '../../../../tests/support/components/devices-screen.tsx'
import { aDevice } from '../../../../tests/support/responses/devices.ts'

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(1440, 900)
})
afterEach(() => vi.restoreAllMocks())

const devices = [aDevice({ id: 5, name: '入口' }), aDevice({ id: 6, name: '機械室' })]
const batch = {
  id: 7,
  noun: 'devices',
  bulk: { action: 'change', refusals: [] },
  file_name: null,
  user: null,
  state: 'draft',
  progress: { done: 0, total: 0 },
  added: 0,
  changed: 0,
  unchanged: 0,
  left_out: 0,
  outcomes: null,
  failure: null,
  created_at: '2026-11-20T09:00:00.000+09:00',
  applied_at: null,
  undone_at: null,
}
const rows = [
  {
    id: 5,
    name: '入口',
    at: null,
    changes: [{ field: 'interval_crons', before: '0 15 * * *', after: '0 9 * * *' }],
  },
]

test('the schedule of chosen cameras is set by an administrator, and shown as text before', async () => {
  const { screen, calls } = await openDevicesScreen({
    devices,
    role: role.admin,
    refuse: ({ path }) =>
      path === '/devices/bulk'
        ? Response.json({
            success: true,
            data: {
              batch,
              counts: { changed: 1, unchanged: 1, refused: 0 },
              refusals: [],
              rows,
              range_effect: null,
            },
          })
        : undefined,
  })
  await screen.getByRole('button', { name: '選択', exact: true }).click()
  await screen.getByRole('checkbox', { name: 'このページのすべての行を選択' }).click()
  await expect.element(screen.getByText('2台を選択中')).toBeVisible()
  await screen.getByRole('button', { name: 'まとめて変更' }).click()
  const dialog = screen.getByRole('dialog', { name: '2台の端末をまとめて変更' })
  await dialog.getByRole('combobox', { name: '変更する項目' }).click()
  await screen.getByRole('option', { name: '測定設定' }).click()
  await dialog.getByRole('combobox', { name: '時', exact: true }).selectOptions('9')
  await dialog.getByRole('button', { name: '変更内容を確認' }).click()
  await expect.element(dialog.getByText('1台を変更します。1台は変わりません。')).toBeVisible()
  await expect.element(dialog.getByText('測定設定: 毎日 15:00 → 毎日 09:00')).toBeVisible()
  expect(calls.find(({ path }) => path === '/devices/bulk')?.body).toEqual({
    ids: [6, 5],
    change: { interval_crons: '0 9 * * *' },
  })
})

test('general users choose no devices', async () => {
  const { screen } = await openDevicesScreen({ devices, role: role.general })
  await expect.element(screen.getByText('機械室')).toBeVisible()
  expect(screen.getByRole('button', { name: '選択', exact: true }).elements()).toEqual([])
})
