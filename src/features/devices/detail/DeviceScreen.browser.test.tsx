// Covers docs/requirements.md: 20, 157, 262, 329, 330, 336, 391

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeviceError, DevicePicture } from '../../../../contract/devices.ts'
import { openDevice } from '../../../../tests/support/components/device-detail.tsx'
import { dialogHasFocus } from '../../../../tests/support/components/dialogHasFocus.ts'
import { aDevice } from '../../../../tests/support/responses/devices.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { notify } from '../../../ui/notice/notify.tsx'

beforeEach(() => page.viewport(1440, 900))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  notify.clear()
})

/** Fixes the clock only: answers still take their time. */
const now = (time: string) => vi.useFakeTimers({ now: Date.parse(time), toFake: ['Date'] })

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const counts = { scheduled: 4, arrived: 4, late: 0, missing: 0 }

test('the tab 端末詳細 has an edit mode, and 戻る leads to the devices', async () => {
  const { screen, asked } = await openDevice()
  const tab = screen.getByRole('tab', { name: '端末詳細' })
  await expect.element(tab).toHaveAttribute('aria-selected', 'true')
  await screen.getByRole('button', { name: '編集' }).click()
  await expect.element(screen.getByRole('textbox', { name: '端末名' })).toBeVisible()
  await expect.element(tab).toHaveAttribute('aria-selected', 'true')
  await screen.getByRole('button', { name: 'キャンセル' }).click()
  await expect.element(screen.getByRole('textbox', { name: '端末名' })).not.toBeInTheDocument()
  expect(asked.filter((call) => call.startsWith('PUT'))).toEqual([])
  await screen.getByRole('button', { name: '戻る' }).click()
  await expect.element(tab).not.toBeInTheDocument()
})

test('what is set is shown in words', async () => {
  const { screen, fact } = await openDevice()
  await expect.element(fact('シリアル番号')).toMatchTextContent(/KS240001$/)
  await expect.element(fact('種類')).toMatchTextContent(/WiFiカメラ$/)
  await expect.element(fact('測定設定')).toMatchTextContent(/毎日 15:00$/)
  await expect.element(fact('撮影解像度')).toMatchTextContent(/標準$/)
  await expect.element(fact('リトライ時間')).toMatchTextContent(/自動（3時間）$/)
  await expect.element(fact('許容する時刻のずれ')).toMatchTextContent(/180 秒$/)
  await expect.element(screen.getByText(/QRコード|設定ファイル/)).not.toBeInTheDocument()
})

test('administrators find QR code and configuration file on the device’s own page', async () => {
  const { screen, asked } = await openDevice({
    role: 1,
    answer: (request) =>
      new URL(request.url).pathname === '/api/v1/device-qr/5'
        ? Response.json({ success: true, data: { value: 'kenshin:5:q1w2e3' } })
        : undefined,
  })
  await screen.getByRole('button', { name: 'QRコードを表示' }).click()
  const dialog = screen.getByRole('dialog', { name: 'WiFiカメラ ポンプ室 1のQRコード' })
  await expect.element(dialog.getByText('kenshin:5:q1w2e3')).toBeVisible()
  await dialogHasFocus(/QRコード/)
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: '設定ファイルを保存' }).click()
  await expect.poll(() => asked).toContain('POST /api/v1/auth/child-device/download')
})

test('what nobody has set or measured says so', async () => {
  const { screen, fact } = await openDevice({
    device: {
      serial_number: null,
      interval_crons: null,
      parent_device_id: null,
      running_time: null,
      last_recorded_at: null,
      last_communicated_at: null,
      next_due_at: null,
      battery_per: null,
      last_dbm_recorded: null,
      meters: [],
    },
  })
  await expect.element(fact('シリアル番号')).toMatchTextContent(/未登録$/)
  await expect.element(fact('測定設定')).toMatchTextContent(/未設定$/)
  await expect.element(fact('親機')).toMatchTextContent(/未設定$/)
  await expect.element(fact('総稼働時間')).toMatchTextContent(/データ無し$/)
  await expect.element(fact('最終測定日時')).toMatchTextContent(/未測定$/)
  await expect.element(screen.getByText('通信なし')).toBeVisible()
  await expect
    .element(screen.getByRole('region', { name: '測定メーター' }))
    .toMatchTextContent(/未登録。メーターを追加または編集し、「測定端末」でこの端末を選択すると/)
})

test('an outage says since when, why and what to check', async () => {
  now('2026-11-21T20:00:00+09:00')
  const { screen } = await openDevice({
    device: {
      status: 5,
      battery_per: 4,
      outage: { since: '2026-11-21T15:00:00+09:00', cause: 'battery' },
    },
  })
  const banner = screen.getByRole('region', { name: '通信エラー' })
  await expect.element(banner).toMatchTextContent(/今日 15:00.*の予定から届いていません（5時間前）/)
  await expect.element(banner).toMatchTextContent(/電池切れ.*最後の残量 4 %.*電池を/)
})

test('of what is silent and not in 通信エラー the banner says in plain words that nothing comes', async () => {
  now('2026-11-21T20:00:00+09:00')
  const { screen } = await openDevice({
    device: {
      type: 4,
      status: 3,
      interval_crons: '*/10 * * * *',
      outage: { since: '2026-11-21T15:00:00+09:00', cause: 'unknown' },
    },
  })
  const banner = screen.getByRole('region', { name: '測定値が届いていません' })
  await expect.element(banner).toMatchTextContent(/^今日 15:00.*の予定から測定値が届いていません（5時間前）/)
  await expect.element(screen.getByText('エラー', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('通信エラー', { exact: false })).not.toBeInTheDocument()
})

test('where a router is the likeliest cause, it is a press away', async () => {
  const router = aDevice({ id: 9, type: 1, name: 'ルーター1F' })
  const { screen } = await openDevice({
    device: {
      status: 5,
      parent_device_id: 9,
      outage: { since: '2026-11-21T15:00:00+09:00', cause: 'router' },
    },
    devices: [router],
  })
  const banner = screen.getByRole('region', { name: '通信エラー' })
  await expect.element(banner.getByRole('link', { name: 'ルーター1F' })).toHaveAttribute('href', '/devices/9')
})

test('a calendar says of each of thirty days what was due and what came', async () => {
  now('2026-11-23T12:00:00+09:00')
  const { screen, asked } = await openDevice({
    device: {
      next_due_at: '2026-11-23T15:00:00+09:00',
      arrivals: { week: counts, month: { ...counts, scheduled: 120, arrived: 119 } },
    },
    arrivals: [
      { date: '2026-11-21', ...counts },
      { date: '2026-11-22', ...counts, arrived: 3, late: 1, missing: 1 },
    ],
  })
  const calendar = screen.getByRole('table', { name: '直近30日の到着数と予定数' })
  await expect.element(calendar.getByText('11月21日 予定4件、到着4件、遅れ0件、未着0件')).toBeInTheDocument()
  await expect.element(calendar.getByText('11月22日 予定4件、到着3件、遅れ1件、未着1件')).toBeInTheDocument()
  await expect.element(calendar.getByText('11月23日（今日） 到着待ち')).toBeInTheDocument()
  await expect.element(calendar.getByText('11月20日 予定なし')).toBeInTheDocument()
  expect(calendar.element().querySelectorAll('td[data-state]')).toHaveLength(30)
  expect(asked).toContain('GET /api/v1/device/5/arrivals?created_span=2026-10-25>,2026-11-23<')
  await expect.element(screen.getByText('100 %（4/4件）')).toBeVisible()
  await expect.element(screen.getByText('99 %（119/120件）')).toBeVisible()
})

test('a due time that has passed is waited for until it counts as missed', async () => {
  now('2026-11-21T15:30:00+09:00')
  const { screen } = await openDevice()
  await expect.element(screen.getByText(/到着待ち、/)).toMatchTextContent(/今日 18:03.*まで/)
})

test('a silent device is waited for no longer, whatever the clock of this screen says', async () => {
  now('2026-11-21T15:30:00+09:00')
  const outage = { since: '2026-11-21T15:00:00+09:00', cause: 'unknown' } as const
  const { screen } = await openDevice({ device: { status: 5, outage } })
  await expect.element(screen.getByText('届いていない予定')).toBeVisible()
  await expect.element(screen.getByText(/到着待ち、/)).not.toBeInTheDocument()
})

const aPictureReading = (
  over: Partial<DevicePicture['readings'][number]>,
): DevicePicture['readings'][number] => ({
  id: 71,
  meter_id: 3,
  meter_name: 'No.1 冷却水圧力',
  value: null,
  read_state: null,
  created_at: '2026-11-20T15:00:00+09:00',
  is_time_unconfirmed: false,
  ...over,
})

test('a picture opens in the viewer, and its readings lead to their values', async () => {
  const { screen } = await openDevice({
    pictures: [
      {
        created_at: '2026-11-20T15:00:00+09:00',
        image: pixel,
        thumbnail: pixel,
        readings: [aPictureReading({ value: 0.42, read_state: 1 })],
      },
    ],
  })
  const list = screen.getByRole('list', { name: '最近の写真' })
  const reading = list.getByRole('link', { name: /No\.1 冷却水圧力 0\.42/ })
  await expect.element(reading).toHaveAttribute('href', '/meter-value/71')
  await list.getByRole('button', { name: '2026/11/20 15:00:00の写真を開く' }).click()
  const dialog = screen.getByRole('dialog', { name: /写真（2026\/11\/20 15:00:00）/ })
  await expect.element(dialog.getByRole('figure')).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: /0\.42/ })).toBeVisible()
})

test('readings of a picture are marked where their time is unconfirmed, and have their own time where it differs', async () => {
  const { screen } = await openDevice({
    pictures: [
      {
        created_at: '2026-11-20T15:00:00+09:00',
        image: pixel,
        thumbnail: pixel,
        readings: [
          aPictureReading({ id: 71, is_time_unconfirmed: true }),
          aPictureReading({ id: 72, created_at: '2026-11-20T16:30:00+09:00' }),
        ],
      },
    ],
  })
  const readings = screen.getByRole('list', { name: '最近の写真' }).getByRole('list').getByRole('listitem')
  await expect.element(readings.nth(0)).toMatchTextContent(/時刻不明$/)
  await expect.element(readings.nth(0)).not.toMatchTextContent(/2026\/11\/20/)
  await expect.element(readings.nth(1)).toMatchTextContent(/2026\/11\/20 16:30:00$/)
})

test('a picture that waits to be read is not shown as missing', async () => {
  const { screen } = await openDevice({
    pictures: [
      {
        created_at: '2026-11-20T15:00:00+09:00',
        image: pixel,
        thumbnail: pixel,
        readings: [aPictureReading({ id: 71, read_state: 3 }), aPictureReading({ id: 72, read_state: 0 })],
      },
    ],
  })
  const list = screen.getByRole('list', { name: '最近の写真' })
  await expect
    .element(list.getByRole('link', { name: /設定待ち/ }))
    .toHaveAttribute('href', '/meter-value/71')
  await expect.element(list.getByRole('link', { name: /読取中/ })).toHaveAttribute('href', '/meter-value/72')
})

test('a device without a meter says where one is attached', async () => {
  const { screen } = await openDevice({ device: { meters: [] } })
  const part = screen.getByRole('region', { name: '測定メーター' })
  await expect.element(part.getByText(/「測定端末」でこの端末を選択すると/)).toBeVisible()
  await expect.element(part.getByRole('link', { name: 'メーター' })).toHaveAttribute('href', '/meters')
})

test('the error log goes on where it ends', async () => {
  const anError = (id: number): DeviceError => ({
    id,
    error_message: `撮影に失敗しました ${id}`,
    created_at: '2026-11-20T15:00:00+09:00',
    device: { id: 5, name: 'カメラ' },
  })
  const { screen } = await openDevice({
    answer: (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (!pathname.endsWith('/errors')) return undefined
      return searchParams.has('after')
        ? Response.json({ success: true, data: [anError(1)] })
        : Response.json({ success: true, data: [anError(2)], next: 'more' })
    },
  })
  await expect.element(screen.getByText('撮影に失敗しました 2')).toBeVisible()
  await screen.getByRole('button', { name: '以前のエラーを表示' }).click()
  await expect.element(screen.getByText('撮影に失敗しました 1')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '以前のエラーを表示' })).not.toBeInTheDocument()
})

const aLoopFault = {
  id: 9,
  value: null,
  created_at: '2026-11-20T14:00:00+09:00',
  is_abnormal: true,
  is_unsure: false,
  read_state: null,
  reasons: ['loop broken'],
  thumbnail: null,
}

test('an analog unit shows the channels of its meters and no pictures', async () => {
  const { screen, fact } = await openDevice({
    device: { type: 4, interval_crons: '*/10 * * * *' },
    meters: [aMeter({ analog_settings: '3:0:100', last_reading: aLoopFault })],
  })
  await expect.element(screen.getByText('データ無し（断線の疑い）')).toBeVisible()
  await expect.element(screen.getByText('入力 4 〜 20 mA、値 0 〜 100')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'No.1 冷却水圧力' }))
    .toHaveAttribute('href', '/meters/3')
  await expect.element(fact('測定設定')).toMatchTextContent(/10分ごと$/)
  await expect.element(screen.getByRole('heading', { name: '最近の写真' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('tab', { name: '電波強度' })).not.toBeInTheDocument()
})

test('a deleted device says so, is not edited, and can be restored', async () => {
  const { screen, sent } = await openDevice({
    device: { status: 5, deleted_at: '2026-11-22T09:00:00+09:00' },
  })
  await expect.element(screen.getByRole('region', { name: '削除済み' })).toBeVisible()
  await expect.element(screen.getByRole('definition').first()).toMatchTextContent(/^削除済み$/)
  await expect.element(screen.getByText('通信エラー')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: '編集' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: '復元' }).click()
  await expect.element(screen.getByText('「WiFiカメラ ポンプ室 1」を復元しました')).toBeVisible()
  expect(sent).toEqual([{ deleted_at: null }])
})

test('a deleted device that is not restored says so and offers to try again', async () => {
  const { screen } = await openDevice({
    device: { deleted_at: '2026-11-22T09:00:00+09:00' },
    answer: ({ method }) => (method === 'PUT' ? Response.error() : undefined),
  })
  await screen.getByRole('button', { name: '復元' }).click()
  await expect.element(screen.getByText('「WiFiカメラ ポンプ室 1」を復元できませんでした')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '再試行' })).toBeVisible()
})

test('a device that is not there leads back to the list', async () => {
  const { screen } = await openDevice({
    answer: (request) =>
      new URL(request.url).pathname === '/api/v1/device/5'
        ? Response.json({ success: false, code: 'not_found', messages: [], request_id: 'r' }, { status: 404 })
        : undefined,
    devices: [],
  })
  await expect.element(screen.getByText('端末が見つかりません')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '端末一覧へ' })).toHaveAttribute('href', '/devices')
})

test('what cannot be loaded is asked for again', async () => {
  let broken = true
  const { screen } = await openDevice({
    answer: (request) =>
      broken && new URL(request.url).pathname === '/api/v1/device/5'
        ? Response.json(
            { success: false, code: 'internal', messages: [], request_id: 'r-7' },
            { status: 500 },
          )
        : undefined,
  })
  await expect.element(screen.getByText('お問い合わせ番号: r-7')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: '再試行' }).click()
  await expect.element(screen.getByRole('heading', { name: 'WiFiカメラ ポンプ室 1' })).toBeVisible()
})

test.each([390, 820, 1440])('nothing runs out of the screen: %i px', async (width) => {
  await page.viewport(width, 900)
  now('2026-11-23T12:00:00+09:00')
  const { screen } = await openDevice({
    device: {
      name: '第一工場 地下二階 冷却水ポンプ室 北側壁面 圧力計監視用 SIMカメラ 十二号機（予備）',
      interval_crons: '7 3 * * 1-5, 0 15 1,15 * *',
    },
    arrivals: [{ date: '2026-11-22', scheduled: 1440, arrived: 1440, late: 0, missing: 0 }],
  })
  await expect.element(screen.getByText('11月22日', { exact: false }).first()).toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
