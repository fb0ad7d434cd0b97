// Covers docs/requirements.md: 104, 105, 109, 110, 114, 181, 262, 395, 586, 622, 848

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Device } from '../../../contract/devices.ts'
import type { Meter } from '../../../contract/meters.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aDevice } from '../../../tests/support/responses/devices.ts'
import { aCategory, aMeter } from '../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { devicesQuery } from '../../lib/queries/devices.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { MeterScreen } from './MeterScreen.tsx'
import type { SettingDialogs } from './settingDialogs.ts'

/** What the server was sent. */
let sent: object[] = []
beforeEach(async () => {
  sent = []
  await page.viewport(1440, 900)
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const dialogs: SettingDialogs = {
  renderAssist: ({ onRegister, onClose }) => (
    <>
      <p>AIアシストの画面</p>
      <button
        type="button"
        onClick={() => void onRegister({ settings: '0:0,270:1', pins: null }).then(onClose)}
      >
        針の登録
      </button>
    </>
  ),
  renderArea: ({ onRegister }) => (
    <button type="button" onClick={() => void onRegister('0.1:0.1,0.9:0.9')}>
      枠の登録
    </button>
  ),
}

async function open(over: Partial<Meter>, devices: readonly Device[] = [], setup?: number, id?: number) {
  const meter = aMeter(over)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'PUT') sent.push(await request.json())
    const path = new URL(request.url).pathname
    if (path.endsWith('/device/5')) return Response.json({ success: true, data: devices[0] ?? aDevice() })
    const one = path.endsWith(`/meters/${meter.id}`)
    return Response.json({ success: true, data: one ? { ...meter, updated_by: null } : [meter], count: 1 })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [meter])
  client.setQueryData(devicesQuery.queryKey, [...devices])
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  client.setQueryData(categoriesQuery.queryKey, [
    aCategory({ id: 1, type: 0, name: '円形アナログ' }),
    aCategory({ id: 3, type: 2, name: 'セグメント' }),
    aCategory({ id: 4, type: 3, name: 'カウンター' }),
    aCategory({ id: 5, type: 5, name: 'レベル' }),
  ])
  const screen = await showRouted(
    client,
    <MeterScreen id={id ?? meter.id} dialogs={dialogs} setup={setup} />,
    ['/meters', '/devices/$id'],
  )
  return { screen, fact: (label: string) => screen.getByRole('group', { name: label, exact: true }) }
}

test('a meter without a device says 未登録, and the name of a device leads to it', async () => {
  const without = await open({ device: null, device_id: null })
  await expect.element(without.fact('測定端末')).toMatchTextContent(/未登録$/)
  await without.screen.unmount()
  const { fact } = await open({})
  await expect
    .element(fact('測定端末').getByRole('link', { name: '屋上カメラ' }))
    .toHaveAttribute('href', '/devices/5')
})

test.each([
  ['a camera', { type: 0 }, '電力量計を代わりに撮影', '代わりに撮影'],
  ['a phone', { type: 5 }, '電力量計を撮影', '撮影'],
] as const)('a meter that %s reads can be photographed by an inspector', async (_, of, name, text) => {
  const { screen } = await open({ name: '電力量計', device: { id: 5, name: '屋上カメラ', status: 1, ...of } })
  const link = screen.getByRole('link', { name })
  await expect.element(link).toHaveTextContent(text)
  await expect.element(link).toHaveAttribute('href', '/capture-meter-value/3')
})

test('a meter of an analog unit is not photographed', async () => {
  const { screen, fact } = await open({ device: { id: 5, name: '盤', type: 4, status: 1 } })
  await expect.element(fact('測定端末')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /撮影/ })).not.toBeInTheDocument()
})

test('for a reading that waits the dialog that is missing opens by itself, otherwise none', async () => {
  const waiting = await open({ image: '/picture' }, [], 7)
  await expect.element(waiting.screen.getByText('AIアシストの画面')).toBeVisible()
  await waiting.screen.unmount()
  const set = await open({ image: '/picture', settings: '0:0,270:1' }, [], 7)
  await expect.element(set.fact('AIアシスト設定')).toBeVisible()
  await expect.element(set.screen.getByText('AIアシストの画面')).not.toBeInTheDocument()
  await set.screen.unmount()
  const usual = await open({ image: '/picture' })
  await expect.element(usual.fact('AIアシスト設定')).toBeVisible()
  await expect.element(usual.screen.getByText('AIアシストの画面')).not.toBeInTheDocument()
})

test('a level that waits gets its read position, and where only its range is missing its form', async () => {
  const level = { image: '/picture', meter_category_id: 5, start_value: null, end_value: null }
  const waiting = await open(level, [], 7)
  await waiting.screen.getByRole('button', { name: '枠の登録' }).click()
  await expect.poll(() => sent).toMatchObject([{ area: '0.1:0.1,0.9:0.9' }])
  await expect.element(waiting.screen.getByRole('button', { name: '測定値を見る' })).toBeVisible()
  await waiting.screen.unmount()
  const { screen } = await open({ ...level, area: '0.1:0.1,0.9:0.9' }, [], 7)
  await expect.element(screen.getByRole('form', { name: 'メーターの編集' })).toBeVisible()
})

test.each([
  ['is read now', { settings: '0:0,270:1' }, '「圧力計」の設定を保存しました。待っている写真を読み取ります'],
  [
    'needs more',
    { settings: null },
    '「圧力計」の設定を保存しました。設定がそろうと、待っている写真を読み取ります',
  ],
])('a saved setting says whether the photograph that waits %s', async (_, saved, text) => {
  const { screen } = await open({ name: '圧力計', image: '/picture' }, [], 7)
  const ask = vi.mocked(fetch).getMockImplementation()
  vi.mocked(fetch).mockImplementation(async (input, init) =>
    init?.method === 'PUT' || (input instanceof Request && input.method === 'PUT')
      ? Response.json({ success: true, data: { ...aMeter({ name: '圧力計', image: '/picture' }), ...saved } })
      : (ask?.(input, init) ?? Response.error()),
  )
  await screen.getByRole('button', { name: '針の登録' }).click()
  await expect.element(screen.getByText(text)).toBeVisible()
})

test('which value counts is shown with its default', async () => {
  const { fact, screen } = await open({})
  await expect.element(fact('使う値')).toMatchTextContent(/標準（端末の値を使う）/)
  await screen.unmount()
  const set = await open({ settings: '0:0,270:1' })
  await expect.element(set.fact('使う値')).toMatchTextContent(/標準（写真の読取を使う）/)
})

const recorded = new Date(Date.now() - 3.5 * 24 * 3_600_000).toISOString()
const outage = { since: recorded, cause: 'unknown' } as const

test.each([
  ['a camera', { type: 2, status: 5, last_recorded_at: recorded }, /最後の報告から 3日/],
  ['an analog unit', { type: 4, status: 3, last_recorded_at: recorded }, /最後の報告から 3日/],
  ['a camera with heartbeats and errors', { type: 2, status: 3, last_recorded_at: recorded }, /報告から 3日/],
  ['a camera with heartbeats only', { type: 2, status: 5, last_recorded_at: null }, /未測定$/],
  [
    'a camera that never began',
    { type: 2, status: 5, last_recorded_at: null, last_communicated_at: null },
    /通信なし$/,
  ],
] as const)('a meter says since when its device is silent: %s', async (_, given, words) => {
  const device = aDevice({ outage, last_communicated_at: new Date().toISOString(), ...given })
  const { type, status } = given
  const { fact } = await open({ device: { id: 5, name: '屋上カメラ', type, status } }, [device])
  await expect.element(fact('測定端末')).toMatchTextContent(words)
})

test('a meter whose device measures, or has nothing due, says nothing of silence', async () => {
  const { fact } = await open({}, [aDevice({ status: 3, outage: null, last_recorded_at: recorded })])
  await expect.element(fact('測定端末')).toMatchTextContent(/屋上カメラ$/)
})

test('the category stands beside its icon', async () => {
  const { fact } = await open({})
  await expect.element(fact('メーター種別')).toMatchTextContent(/円形アナログ/)
  expect(fact('メーター種別').element().querySelectorAll('svg')).toHaveLength(1)
})

test('メーター詳細 has its tab and a way back to the list', async () => {
  const { screen } = await open({})
  await expect.element(screen.getByRole('tab', { name: 'メーター詳細' })).toBeVisible()
  await screen.getByRole('button', { name: '戻る' }).click()
  await expect.element(screen.getByRole('tab', { name: 'メーター詳細' })).not.toBeInTheDocument()
})

test('a setting that is kept says of which meter', async () => {
  const { screen } = await open({ image: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=' })
  await screen.getByRole('button', { name: '読取位置設定を開く' }).click()
  await screen.getByRole('button', { name: '枠の登録' }).click()
  await expect.element(screen.getByText('「No.3 冷却水圧力」の設定を保存しました')).toBeVisible()
})

test('the line of a display is shown and edited; what is no line is refused where it stands', async () => {
  const { screen, fact } = await open({ meter_category_id: 4, digit_number: 5, read_line_index: 2 })
  await expect.element(fact('桁数')).toMatchTextContent(/5 桁$/)
  await expect.element(fact('読取行番号')).toMatchTextContent(/2$/)
  await screen.getByRole('button', { name: '編集' }).click()
  const line = screen.getByRole('textbox', { name: '読取行番号' })
  await expect.element(line).toHaveAccessibleDescription(/自動読取はまだこの番号を使いません。$/)
  await expect.element(line).toHaveValue('2')
  for (const wrong of ['100', '-1', '1.5', '二']) {
    await type(line, wrong)
    await screen.getByRole('button', { name: '更新' }).click()
    await expect.element(line).toHaveAccessibleDescription(/0 〜 99 の整数を入力してください/)
  }
  expect(sent).toEqual([])
  await type(line, '３')
  await screen.getByRole('button', { name: '更新' }).click()
  await expect.element(screen.getByText('「No.3 冷却水圧力」を更新しました')).toBeVisible()
  expect(sent).toMatchObject([{ read_line_index: 3 }])
})

test('a display that counts up shows its setting, its usage, its rate and where a replacement is recorded', async () => {
  const display = { meter_category_id: 3, cumulative_mode: 'auto' } as const
  const counting = await open({ ...display, is_cumulative: true })
  await expect.element(counting.fact('積算')).toMatchTextContent(/自動（する）$/)
  await expect.element(counting.fact('使用量')).toBeVisible()
  await expect.element(counting.fact('ふだんの増え方')).toBeVisible()
  await expect.element(counting.screen.getByRole('button', { name: 'メーター交換' })).toBeVisible()
  await counting.screen.unmount()
  const momentary = await open(display)
  await expect.element(momentary.fact('積算')).toMatchTextContent(/自動（しない）$/)
  await expect.element(momentary.fact('使用量')).not.toBeInTheDocument()
  await expect.element(momentary.fact('ふだんの増え方')).not.toBeInTheDocument()
})

test('an emptied line is none, and a gauge has no such field', async () => {
  const { screen } = await open({ meter_category_id: 4, read_line_index: 0 })
  await screen.getByRole('button', { name: '編集' }).click()
  await type(screen.getByRole('textbox', { name: '読取行番号' }), '')
  await screen.getByRole('button', { name: '更新' }).click()
  await expect.poll(() => sent).toMatchObject([{ read_line_index: null }])
  await screen.unmount()
  const gauge = await open({})
  await gauge.screen.getByRole('button', { name: '編集' }).click()
  await expect.element(gauge.screen.getByRole('combobox', { name: 'メーター種別' })).toBeVisible()
  await expect.element(gauge.screen.getByRole('textbox', { name: '読取行番号' })).not.toBeInTheDocument()
})

test('editing begins at the first field, and its end gives the focus back to 編集', async () => {
  const { screen } = await open({})
  await screen.getByRole('button', { name: '編集' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'メーター名' })).toHaveFocus()
  await screen.getByRole('button', { name: 'キャンセル' }).click()
  await expect.element(screen.getByRole('button', { name: '編集' })).toHaveFocus()
})

test('a meter that does not exist leads back to the list', async () => {
  const { screen } = await open({}, [], undefined, 999)
  await expect.element(screen.getByText('メーターが見つかりません')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'メーター一覧へ' }))
    .toHaveAttribute('href', '/meters')
})
