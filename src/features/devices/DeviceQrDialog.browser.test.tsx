// Covers docs/requirements.md: 326, 339

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openDevicesScreen } from '../../../tests/support/components/devices-screen.tsx'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { notify } from '../../ui/notice/notify.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

async function openQr(refuse?: () => Response) {
  const opened = await openDevicesScreen({
    role: 1,
    refuse: ({ path }) => (path.startsWith('/device-qr/') ? refuse?.() : undefined),
  })
  await opened.screen.getByRole('button', { name: /のQRコード$/ }).click()
  const dialog = opened.screen.getByRole('dialog')
  await dialogHasFocus(/QRコード/)
  return { ...opened, dialog, slider: dialog.getByRole('slider') }
}

async function press(slider: Locator, key: string) {
  const element = slider.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard(key)
}

test.each([390, 1440])(
  'the code stands beside its text, in a size that is remembered: %i px',
  async (width) => {
    await page.viewport(width, 900)
    const first = await openQr()
    const picture = first.dialog.getByRole('img', { name: 'WiFiカメラ ポンプ室 1を登録するQRコード' })
    await expect.element(picture).toHaveAttribute('width', '100')
    await expect.element(first.dialog.getByText('kenshin:5:q1w2e3')).toBeVisible()
    await expect.element(first.slider).toHaveAttribute('aria-valuemax', '500')
    await press(first.slider, '{ArrowRight}')
    await expect.element(picture).toHaveAttribute('width', '110')
    expect(localStorage.getItem('deviceQRcodeSize')).toBe('110')
    await first.screen.unmount()
    const second = await openQr()
    await expect.element(second.slider).toHaveAttribute('aria-valuenow', '110')
    await press(second.slider, '{End}')
    await expect.element(second.slider).toHaveAttribute('aria-valuenow', '500')
    expect(document.documentElement.scrollWidth).toBe(width)
  },
)

test('the text is copied', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { screen, dialog } = await openQr()
  await expect.element(dialog.getByText('kenshin:5:q1w2e3')).toBeVisible()
  await dialog.getByRole('button', { name: '文字列をコピー' }).click()
  await expect.element(screen.getByText('QRコードの文字列をコピーしました')).toBeVisible()
  expect(write).toHaveBeenCalledExactlyOnceWith('kenshin:5:q1w2e3')
})

test('a code that cannot be made says why, and is not copied', async () => {
  const refusal = { success: false, code: 'public_url_missing', messages: ['…'], request_id: 'r' }
  const { dialog } = await openQr(() => Response.json(refusal, { status: 409 }))
  await expect.element(dialog.getByText('QRコードを作成できません')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: '文字列をコピー' })).toBeDisabled()
})
