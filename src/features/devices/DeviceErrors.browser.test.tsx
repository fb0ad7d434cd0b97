// Covers docs/requirements.md: 319, 324, 325, 327, 356, 429

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openDevicesScreen } from '../../../tests/support/components/devices-screen.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('devicesTab', '"errors"')
})
afterEach(() => {
  vi.restoreAllMocks()
})

const error = {
  id: 1,
  error_message: 'カメラの初期化に失敗しました (0x105)',
  created_at: '2026-11-20T15:00:04+09:00',
  device: { id: 5, name: 'WiFiカメラ ポンプ室 1' },
}

test.each([390, 1440])('the error log names device, message and time, newest first: %i px', async (width) => {
  await page.viewport(width, 900)
  const { screen, last } = await openDevicesScreen({ role: 2, errors: [error] })
  await expect.element(screen.getByText(error.error_message)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: error.device.name }))
    .toHaveAttribute('href', '/devices/5')
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  expect(last('GET')).toMatchObject({ path: '/device-errors', query: { limit: '50', organization_id: '1' } })
  const sizes = screen.getByRole('combobox', { name: '1ページの件数' }).getByRole('option')
  expect(sizes.elements().map(({ textContent }) => textContent)).toEqual([
    '50 件',
    '100 件',
    '300 件',
    '500 件',
    '全て',
  ])
  expect(document.documentElement.scrollWidth).toBe(width)
})

test('a range of days narrows it, and an empty one says so', async () => {
  await page.viewport(1440, 900)
  const search = { from: '2026-11-01', to: '2026-11-10' }
  const { screen, last } = await openDevicesScreen({ role: 2, search })
  await expect.element(screen.getByText(/この期間にエラーの記録はありません/)).toBeVisible()
  expect(last('GET')?.query['created_span']).toBe('2026-11-01>,2026-11-10<')
  await expect
    .element(screen.getByRole('button', { name: '開始日', exact: true }))
    .toHaveTextContent('2026-11-01')
  await screen.getByRole('button', { name: '開始日を消す' }).click()
  await expect.poll(() => last('GET')?.query['created_span']).toBe('2026-11-10<')
})

test('device and message are searched in their columns', async () => {
  await page.viewport(1440, 900)
  const { screen, last } = await openDevicesScreen({ role: 2, errors: [error] })
  await screen.getByRole('button', { name: 'エラー内容を絞り込み' }).click()
  await type(screen.getByRole('textbox', { name: 'エラー内容を検索' }), '初期化')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => last('GET')?.query).toMatchObject({ message: '初期化' })
  await expect.element(screen.getByRole('mark')).toHaveTextContent('初期化')
  await expect.element(screen.getByRole('button', { name: '端末名を絞り込み' })).toBeVisible()
})

test('whoever may not see it sees the cameras instead', async () => {
  await page.viewport(390, 844)
  const { screen, calls } = await openDevicesScreen({ role: 1, errors: [error] })
  await expect.element(screen.getByRole('article', { name: /ポンプ室/ })).toBeVisible()
  expect(calls.map(({ path }) => path)).not.toContain('/device-errors')
})
