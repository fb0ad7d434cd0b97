// Covers docs/requirements.md: 20, 329, 333, 334, 341, 342, 354, 357, 367, 369, 386, 575

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openDevice } from '../../../../tests/support/components/device-detail.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { shortIntervalsText } from '../deviceTexts.ts'

beforeEach(() => page.viewport(1440, 900))
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const [general, admin, system] = [0, 1, 2] as const

async function edit(given: Parameters<typeof openDevice>[0]) {
  const opened = await openDevice(given)
  await opened.screen.getByRole('button', { name: '編集' }).click()
  const update = opened.screen.getByRole('button', { name: '更新', exact: true })
  await expect.element(update).toBeVisible()
  return { ...opened, update }
}

test('only what was changed is sent, and the screen goes back to reading with the focus on 編集', async () => {
  const { screen, sent, update } = await edit({ role: general })
  await type(screen.getByRole('textbox', { name: '端末名' }), 'ポンプ室カメラ')
  await screen.getByRole('switch', { name: 'フラッシュ' }).click()
  await update.click()
  await expect.element(screen.getByText('「ポンプ室カメラ」を更新しました')).toBeVisible()
  expect(sent).toEqual([{ name: 'ポンプ室カメラ', is_flash: true }])
  await expect.element(screen.getByRole('heading', { name: 'ポンプ室カメラ' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '編集' })).toHaveFocus()
})

test('who may not change something reads it', async () => {
  const { screen } = await edit({ role: general })
  const serial = screen.getByRole('textbox', { name: 'シリアル番号' })
  await expect.element(serial).toHaveAttribute('readonly')
  await expect.element(serial).toHaveValue('KS240001')
  await expect.element(screen.getByRole('textbox', { name: '稼働状態' })).toHaveAttribute('readonly')
  await expect.element(screen.getByRole('radio', { name: /試験/ })).toBeDisabled()
})

test('an administrator sets the status, and 通信エラー is for cameras', async () => {
  const { screen, sent, update } = await edit({ role: admin })
  await expect.element(screen.getByRole('textbox', { name: 'シリアル番号' })).toHaveAttribute('readonly')
  await screen.getByRole('combobox', { name: '稼働状態' }).click()
  await expect.element(screen.getByRole('option', { name: '通信エラー' })).toBeVisible()
  await screen.getByRole('option', { name: '起動待ち' }).click()
  await update.click()
  await expect.poll(() => sent).toEqual([{ status: 0 }])
  await screen.unmount()
  const router = await edit({ role: admin, device: { type: 1, interval_crons: null } })
  await router.screen.getByRole('combobox', { name: '稼働状態' }).click()
  await expect.element(router.screen.getByRole('option', { name: 'エラー', exact: true })).toBeVisible()
  await expect.element(router.screen.getByRole('option', { name: '通信エラー' })).not.toBeInTheDocument()
  await expect.element(router.screen.getByText('測定設定')).not.toBeInTheDocument()
})

test('a system admin tries a camera out at a fixed interval', async () => {
  const { screen, sent, update } = await edit({ role: system })
  await screen.getByRole('radio', { name: /試験/ }).click()
  await update.click()
  const interval = screen.getByRole('combobox', { name: '測定間隔' })
  await expect.element(interval).toHaveAccessibleDescription('測定間隔を選択してください')
  expect(sent).toEqual([])
  await interval.click()
  const offered = () =>
    screen
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(offered).toEqual([5, 10, 15, 30, 60].map((minutes) => `${minutes}分ごと`))
  await screen.getByRole('option', { name: '5分ごと', exact: true }).click()
  await update.click()
  await expect.poll(() => sent).toEqual([{ interval_crons: '*/5 * * * *' }])
})

test('others than system administrators read why short intervals are missing', async () => {
  for (const role of [general, admin]) {
    const { screen } = await edit({ role })
    await expect.element(screen.getByText(shortIntervalsText)).toBeVisible()
    await screen.unmount()
  }
  const { screen } = await edit({ role: system })
  await expect.element(screen.getByRole('radio', { name: /試験/ })).toBeEnabled()
  await expect.element(screen.getByText(shortIntervalsText)).not.toBeInTheDocument()
})

test('a camera that measures every minute keeps that among the intervals', async () => {
  const { screen } = await edit({ role: system, device: { interval_crons: '* * * * *' } })
  const interval = screen.getByRole('combobox', { name: '測定間隔' })
  await expect.element(interval).toHaveValue('1分ごと')
  await interval.click()
  await expect.element(screen.getByRole('option', { name: '1分ごと', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('option', { name: '3分ごと', exact: true })).not.toBeInTheDocument()
})

test('from trial back to normal begins with the usual time', async () => {
  const { screen, sent, update } = await edit({ role: system, device: { interval_crons: '*/15 * * * *' } })
  await expect.element(screen.getByRole('radio', { name: /試験/ })).toBeChecked()
  await screen.getByRole('radio', { name: /通常/ }).click()
  await expect.element(screen.getByRole('combobox', { name: '時' })).toHaveValue('15')
  await update.click()
  await expect.poll(() => sent).toEqual([{ interval_crons: '0 15 * * *' }])
})

test('another time is added to the schedule; one that is not complete is refused where it stands', async () => {
  const { screen, sent, update } = await edit({ role: general })
  await screen.getByRole('button', { name: '測定時刻を追加' }).click()
  await screen.getByRole('combobox', { name: '日' }).selectOptions('月曜')
  await update.click()
  await expect.poll(() => screen.getByText('未入力です').elements().length).toBe(2)
  await expect.element(screen.getByRole('combobox', { name: '時' })).toHaveFocus()
  await screen.getByRole('combobox', { name: '時' }).selectOptions('9時')
  await screen.getByRole('combobox', { name: '分' }).selectOptions('30分')
  await update.click()
  await expect.poll(() => sent).toEqual([{ interval_crons: '0 15 * * *,30 9 * * 1' }])
})

test('a schedule that the editor cannot show stands as its text and is kept', async () => {
  const crons = '7 3 * * 1-5'
  const { screen, sent, update } = await edit({ role: general, device: { interval_crons: crons } })
  await expect.element(screen.getByText(crons, { exact: true })).toBeVisible()
  await type(screen.getByRole('textbox', { name: '許容する時刻のずれ（秒）' }), '240')
  await update.click()
  await expect.poll(() => sent).toEqual([{ allow_time_drift: 240 }])
})

test('it gives way to other times when a person wants them', async () => {
  const { screen, sent, update } = await edit({ role: general, device: { interval_crons: '7 3 * * 1-5' } })
  await screen.getByRole('button', { name: '測定時刻を設定し直す' }).click()
  await update.click()
  await expect.poll(() => sent).toEqual([{ interval_crons: '0 15 * * *' }])
})

test('an analog unit measures at an interval that anybody may choose', async () => {
  const { screen, sent, update } = await edit({
    role: general,
    device: { type: 4, interval_crons: '*/10 * * * *' },
  })
  await screen.getByRole('combobox', { name: '測定間隔' }).click()
  await screen.getByRole('option', { name: '30分ごと' }).click()
  await update.click()
  await expect.poll(() => sent).toEqual([{ interval_crons: '*/30 * * * *' }])
})

test('the interval of a trial looks read-only to others than system administrators', async () => {
  const device = { interval_crons: '*/5 * * * *' }
  const others = await edit({ role: general, device })
  const interval = others.screen.getByRole('textbox', { name: '測定間隔' })
  await expect.element(interval).toHaveValue('5分ごと')
  await expect.element(interval).toHaveAttribute('readonly')
  await expect.element(interval).toHaveAccessibleDescription('変更できるのはシステム管理者だけです')
  expect(others.screen.getByRole('combobox', { name: '測定間隔' }).elements()).toEqual([])
  await others.screen.unmount()
  const { screen } = await edit({ role: system, device })
  await expect.element(screen.getByRole('combobox', { name: '測定間隔' })).toHaveValue('5分ごと')
})

test('the retry time is automatic or whole hours from 1 to 24', async () => {
  const { screen, sent, update } = await edit({ role: general, device: { heartbeat_time: null } })
  const retry = screen.getByRole('combobox', { name: 'リトライ時間' })
  await expect.element(retry).toHaveValue('自動（測定間隔の2倍、10分 〜 3時間）')
  await retry.click()
  await expect.element(screen.getByRole('option', { name: /^\d+時間$/ })).toHaveLength(24)
  await screen.getByRole('option', { name: '24時間' }).click()
  await update.click()
  await expect.poll(() => sent).toEqual([{ heartbeat_time: 86_400 }])
})

test('a drift below a minute is refused at its field', async () => {
  const { screen, sent, update } = await edit({ role: general })
  const drift = screen.getByRole('textbox', { name: '許容する時刻のずれ（秒）' })
  await type(drift, '59')
  await update.click()
  await expect.element(drift).toHaveAccessibleDescription('60 〜 86,400 の整数を入力してください')
  await expect.element(drift).toHaveFocus()
  expect(sent).toEqual([])
})

test('what the server refuses stands at its field, and what was typed stays', async () => {
  const { screen, update } = await edit({
    role: system,
    answer: (request) =>
      request.method === 'PUT'
        ? Response.json(
            {
              success: false,
              code: 'serial_number_taken',
              messages: [],
              request_id: 'r',
              issues: [{ path: 'serial_number', message: 'このシリアル番号はすでに登録されています' }],
            },
            { status: 409 },
          )
        : undefined,
  })
  const serial = screen.getByRole('textbox', { name: 'シリアル番号' })
  await type(serial, 'KS240002')
  await update.click()
  await expect.element(serial).toHaveAccessibleDescription('このシリアル番号はすでに登録されています')
  await expect.element(serial).toHaveValue('KS240002')
  await expect.element(serial).toHaveFocus()
})

/** Refuses the schedule. */
const refuseSchedule = (message: string) => (request: Request) =>
  request.method === 'PUT'
    ? Response.json(
        {
          success: false,
          code: 'validation_failed',
          messages: [],
          request_id: 'r',
          issues: [{ path: 'interval_crons', message }],
        },
        { status: 400 },
      )
    : undefined

test('the server’s word on a schedule stands at the schedule, and on an interval at the interval', async () => {
  const message = '測定設定に該当する日時がありません'
  const { screen, update } = await edit({ role: general, answer: refuseSchedule(message) })
  await screen.getByRole('combobox', { name: '時' }).selectOptions('9時')
  await update.click()
  await expect
    .element(screen.getByRole('group', { name: '測定時刻' }).getByRole('alert'))
    .toMatchTextContent(message)
  await screen.unmount()
  const analog = await edit({
    role: general,
    device: { type: 4, interval_crons: '*/10 * * * *' },
    answer: refuseSchedule(message),
  })
  const interval = analog.screen.getByRole('combobox', { name: '測定間隔' })
  await interval.click()
  await analog.screen.getByRole('option', { name: '30分ごと' }).click()
  await analog.update.click()
  await expect.element(interval).toHaveAccessibleDescription(message)
})

test('unsaved input is asked about before it is lost', async () => {
  const { screen, sent } = await edit({ role: general })
  await type(screen.getByRole('textbox', { name: '端末名' }), '別の名前')
  await screen.getByRole('button', { name: 'キャンセル' }).click()
  const question = screen.getByRole('dialog')
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: '入力を続ける' }).click()
  await expect.element(screen.getByRole('textbox', { name: '端末名' })).toHaveValue('別の名前')
  expect(sent).toEqual([])
})
