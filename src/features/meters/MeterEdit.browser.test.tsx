// Covers docs/requirements.md: 7, 146, 155, 179, 180, 181, 203, 217, 233, 261, 277, 301, 561, 579, 584, 586, 595, 619, 637, 727, 728

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aCategory, aMeter, someTerms } from '../../../tests/support/responses/meters.ts'
import { aReading } from '../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import type { latestMeter } from '../../lib/queries/meters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { MeterEdit } from './MeterEdit.tsx'

const meter = aMeter()
const aLastReading = {
  id: 7,
  value: 12345,
  created_at: '2026-11-03T09:00:00+09:00',
  is_abnormal: false,
  is_unsure: false,
  read_state: 1,
  thumbnail: null,
} as const
/** The meter on the server, changed last by nobody who is known. */
const unchanged: Awaited<ReturnType<typeof latestMeter>> = { ...meter, updated_by: null }
let latest = unchanged
/** The readings of the meter. */
let readings: { data: object[]; count: number } = { data: [], count: 0 }
/** How the meter counted, newest first. */
let terms = [someTerms({ multiplier: 1 })]
/** Query of each effect of other terms that was asked for. */
let asked: Record<string, string>[] = []
/** An answer to that waits for it. */
let counting: Promise<void> = Promise.resolve()
/** Request bodies. */
let sent: object[] = []
/** No change reaches the server. */
let isCut = false

beforeEach(() => {
  latest = unchanged
  readings = { data: [aReading({ value: 12.34 })], count: 128 }
  terms = [someTerms({ multiplier: 1 })]
  asked = []
  counting = Promise.resolve()
  sent = []
  isCut = false
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.endsWith('/range-effect')) {
      return Response.json({
        success: true,
        data: { readings: 40, to_abnormal: 0, to_normal: 7, ends_alert: true },
      })
    }
    if (pathname.endsWith('/terms')) return Response.json({ success: true, data: terms })
    if (pathname.endsWith('/terms-effect')) {
      asked.push(Object.fromEntries(searchParams))
      await counting
      const month = { from: '2026-10-01T00:00:00+09:00', to: '2026-11-01T00:00:00+09:00' }
      const data = { count: 1, months: [{ ...month, before: 1.5, after: 15 }] }
      return Response.json({ success: true, data })
    }
    if (pathname.endsWith('/meters-values')) return Response.json({ success: true, ...readings })
    if (request.method === 'GET' && pathname.endsWith(`/meters/${meter.id}`)) {
      return Response.json({ success: true, data: latest })
    }
    if (request.method === 'GET' || isCut) throw new TypeError('offline')
    sent.push(await request.json())
    return Response.json({ success: true, data: meter })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.removeItem('clockOffset')
  notify.clear()
})

async function edit(edited = meter) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(categoriesQuery.queryKey, [
    aCategory({ id: 1, type: 0, name: '円形アナログ' }),
    aCategory({ id: 2, type: 1, name: '角形アナログ' }),
    aCategory({ id: 3, type: 2, name: 'セグメント' }),
    aCategory({ id: 4, type: 3, name: 'カウンター' }),
  ])
  client.setQueryData(unitsQuery.queryKey, [
    { id: 1, name: 'MPa', status: 0 },
    { id: 2, name: 'kWh', status: 0 },
    { id: 3, name: 'kPa', status: 0 },
  ])
  const dialogs = { renderAssist: () => null, renderArea: () => null }
  const onEnd = vi.fn()
  const screen = await showRouted(client, <MeterEdit meter={edited} dialogs={dialogs} onEnd={onEnd} />, [
    '/meters/$id',
  ])
  return { screen, onEnd, update: screen.getByRole('button', { name: '更新' }) }
}

/** Types another abnormal range for a meter from 0 to 1 MPa, abnormal from 0.8. */
async function typing(start: string, end: string) {
  const edited = await edit()
  const { screen } = edited
  await type(screen.getByRole('textbox', { name: '異常範囲の下限' }), start)
  await type(screen.getByRole('textbox', { name: '異常範囲の上限' }), end)
  return edited
}

test('which value counts can be chosen, with its default shown, and is sent alone', async () => {
  const { screen, update } = await typing('0.8', '1')
  const choice = screen.getByRole('combobox', { name: '使う値' })
  await expect.element(choice).toHaveValue('標準（端末の値を使う）')
  await choice.click()
  await screen.getByRole('option', { name: '両方を比べる' }).click()
  await update.click()
  await expect.poll(() => sent).toMatchObject([{ value_mode: 'compare' }])
})

test('a display says whether it counts up by itself, and can be set to', async () => {
  const open = { start_value: null, end_value: null }
  const { screen, update } = await edit(aMeter({ ...open, meter_category_id: 3, meter_unit_id: 2 }))
  const choice = screen.getByRole('combobox', { name: '積算' })
  await expect.element(choice).toHaveValue('自動（する）')
  await expect.element(screen.getByRole('textbox', { name: '倍率' })).toBeVisible()
  await choice.click()
  await screen.getByRole('option', { name: 'しない', exact: true }).click()
  await expect.element(screen.getByRole('textbox', { name: '倍率' })).not.toBeInTheDocument()
  await update.click()
  await expect.poll(() => sent).toMatchObject([{ cumulative_mode: 'no' }])
})

test('what 自動 means follows the unit in the form, and a gauge has no such setting', async () => {
  const { screen } = await edit(aMeter({ meter_category_id: 3, start_value: null, end_value: null }))
  await expect.element(screen.getByRole('combobox', { name: '積算' })).toHaveValue('自動（しない）')
  await screen.getByRole('combobox', { name: '単位' }).click()
  await screen.getByRole('option', { name: 'kWh' }).click()
  await expect.element(screen.getByRole('combobox', { name: '積算' })).toHaveValue('自動（する）')
  await screen.unmount()
  const gauge = await edit()
  await expect.element(gauge.screen.getByRole('combobox', { name: '単位' })).toBeVisible()
  await expect.element(gauge.screen.getByRole('combobox', { name: '積算' })).not.toBeInTheDocument()
})

test('how many readings a changed range would judge otherwise stands in the form before it is saved', async () => {
  const { screen } = await typing('0.9', '1')
  await expect
    .element(
      screen.getByText(
        '保存すると、直近30日の測定値40件のうち、7件が異常から正常に変わります。発生中のアラートは終了し、「過去」に移ります。',
      ),
    )
    .toBeVisible()
  expect(sent).toEqual([])
})

test('an abnormal range outside the measuring range is asked about before it is saved', async () => {
  const { screen, onEnd, update } = await typing('120', '130')
  await update.click()
  const question = screen.getByRole('dialog', { name: '異常範囲が測定範囲の外です' })
  await question.getByRole('button', { name: '編集に戻る' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(sent).toEqual([])
  await update.click()
  await question.getByRole('button', { name: 'このまま保存' }).click()
  await expect.poll(() => onEnd.mock.calls.length).toBe(1)
  expect(sent).toMatchObject([{ emergency_start_value: 120, emergency_end_value: 130 }])
})

const aCounter = aMeter({
  meter_category_id: 4,
  digit_number: 7,
  decimal_point: 2,
  multiplier: 1,
  is_cumulative: true,
  last_reading: aLastReading,
})

async function choose(screen: Awaited<ReturnType<typeof edit>>['screen'], field: string, option: string) {
  await screen.getByRole('combobox', { name: field }).click()
  await screen.getByRole('option', { name: option }).click()
}

test('another number of decimals says before saving how the readings will be shown', async () => {
  const { screen } = await edit(aCounter)
  await expect.element(screen.getByText(/登録済みの測定値 128件/)).not.toBeInTheDocument()
  await choose(screen, '小数点以下の桁数', '0 桁')
  await expect
    .element(
      screen.getByText(
        '登録済みの測定値 128件の表示が変わります: 12.34 MPa → 12 MPa。保存されている数値は換算しません。',
      ),
    )
    .toBeVisible()
  await choose(screen, '小数点以下の桁数', '2 桁')
  await expect.element(screen.getByText(/登録済みの測定値 128件/)).not.toBeInTheDocument()
  expect(sent).toEqual([])
})

test('another unit says before saving how the readings will be shown', async () => {
  const { screen } = await edit(aCounter)
  await choose(screen, '単位', 'kPa')
  await expect.element(screen.getByText(/128件の表示が変わります: 12\.34 MPa → 12\.34 kPa。/)).toBeVisible()
})

/** 16:00 of the 20th in Tokyo. */
const now = Date.parse('2026-11-20T07:00:00Z')

/** Changes the multiplier of a counter with readings; the clock is at `now`. */
async function editMultiplier() {
  localStorage.setItem('clockOffset', String(Date.now() - now))
  const edited = await edit(aCounter)
  await expect.element(edited.screen.getByRole('radiogroup', { name: 'いつから' })).not.toBeInTheDocument()
  await type(edited.screen.getByRole('textbox', { name: '倍率' }), '10')
  return { ...edited, radio: (name: string) => edited.screen.getByRole('radio', { name, exact: true }) }
}
const counted = { multiplier: '10', digit_number: '7', decimal_point: '2' }

test('another multiplier applies from today on unless something else is chosen, and shows the months that change', async () => {
  const { screen, radio, update, onEnd } = await editMultiplier()
  await expect.element(radio('今日から')).toBeChecked()
  await expect.element(screen.getByText('1 か月の使用量が変わります。')).toBeVisible()
  await expect.element(screen.getByText('1.50 MPa → 15.00 MPa')).toBeVisible()
  expect(asked).toEqual([{ valid_from: '2026-11-20 00:00:00', ...counted }])
  await update.click()
  await expect.poll(() => onEnd.mock.calls.length).toBe(1)
  expect(sent).toEqual([{ multiplier: 10, terms_from: '2026-11-20 00:00:00', organization_id: 1, status: 1 }])
})

test('months that change with another unit as well show the usage before in the unit before', async () => {
  const { screen } = await editMultiplier()
  await choose(screen, '単位', 'kPa')
  await expect.element(screen.getByText('1.50 MPa → 15.00 kPa')).toBeVisible()
})

test('another multiplier changes all of the past where that is chosen', async () => {
  const { screen, radio, update } = await editMultiplier()
  await radio('過去の値も含めてすべて').click()
  await expect.poll(() => asked.at(-1)).toEqual({ terms_id: '21', ...counted })
  await expect.element(screen.getByText('1.50 MPa → 15.00 MPa')).toBeVisible()
  await update.click()
  await expect.poll(() => sent).toEqual([{ multiplier: 10, organization_id: 1, status: 1 }])
})

test('another multiplier applies from the date that is chosen', async () => {
  const { screen, radio, update } = await editMultiplier()
  await radio('日付を指定').click()
  const date = screen.getByRole('button', { name: /^適用の開始/ })
  await expect.element(date).toMatchTextContent(/2026\/11\/20 00:00/)
  await date.click()
  await screen.getByRole('button', { name: '2026年11月10日' }).click()
  await screen.getByRole('button', { name: 'この日時にする' }).click()
  await expect.element(date).toMatchTextContent(/2026\/11\/10 00:00/)
  await expect.poll(() => asked.at(-1)).toEqual({ valid_from: '2026-11-10 00:00:00', ...counted })
  await update.click()
  await expect.poll(() => sent).toMatchObject([{ multiplier: 10, terms_from: '2026-11-10 00:00:00' }])
})

test('terms that began today are corrected, because no others can begin then', async () => {
  terms = [
    someTerms({ id: 22, valid_from: '2026-11-20T10:00:00+09:00', multiplier: 1 }),
    someTerms({ multiplier: 1 }),
  ]
  const { radio } = await editMultiplier()
  await expect.element(radio('今の設定の始まり（2026/11/20 10:00）からすべて')).toBeChecked()
  await expect.element(radio('今日から')).not.toBeInTheDocument()
})

test('months that change and were not shown yet are asked about before they are saved', async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>()
  counting = promise
  const { screen, update } = await editMultiplier()
  await update.click()
  goOn()
  const question = screen.getByRole('dialog', { name: '使用量が変わります' })
  await expect.element(question).toMatchTextContent(/2026年10月 1\.50 MPa → 15\.00 MPa/)
  await question.getByRole('button', { name: '編集に戻る' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(sent).toEqual([])
})

test('a meter without readings has no past, so that another multiplier asks for no date', async () => {
  const { screen, update } = await edit({ ...aCounter, last_reading: null })
  await type(screen.getByRole('textbox', { name: '倍率' }), '10')
  await expect.element(screen.getByRole('radiogroup', { name: 'いつから' })).not.toBeInTheDocument()
  await update.click()
  await expect.poll(() => sent).toEqual([{ multiplier: 10, organization_id: 1, status: 1 }])
})

/** A display that counts up because of its unit. */
const aDisplay = aMeter({
  meter_category_id: 3,
  meter_unit_id: 2,
  start_value: null,
  end_value: null,
  is_cumulative: true,
  last_reading: aLastReading,
})

test('a display that no longer counts up keeps its multiplier, and the form says that no usage is computed', async () => {
  const { screen, update } = await edit(aDisplay)
  await type(screen.getByRole('textbox', { name: '倍率' }), '10')
  await expect.element(screen.getByRole('radiogroup', { name: 'いつから' })).toBeVisible()
  await choose(screen, '積算', 'しない')
  await expect
    .element(screen.getByText('登録済みの測定値 128件の使用量は計算しなくなります。測定値は変わりません。'))
    .toBeVisible()
  await expect.element(screen.getByRole('radiogroup', { name: 'いつから' })).not.toBeInTheDocument()
  await update.click()
  await expect.poll(() => sent).toMatchObject([{ cumulative_mode: 'no' }])
  expect(sent[0]).not.toHaveProperty('multiplier')
})

test('a multiplier that is not shown is not refused', async () => {
  const { screen, update } = await edit(aDisplay)
  await type(screen.getByRole('textbox', { name: '倍率' }), '0')
  await choose(screen, '積算', 'しない')
  await update.click()
  await expect.poll(() => sent).toMatchObject([{ cumulative_mode: 'no' }])
})

test('a display that begins to count up says that its usage is computed', async () => {
  const { screen } = await edit({ ...aDisplay, cumulative_mode: 'no', is_cumulative: false })
  await screen.getByRole('combobox', { name: '積算' }).click()
  await screen.getByRole('option', { name: 'する', exact: true }).click()
  await expect
    .element(
      screen.getByText('登録済みの測定値 128件の使用量を計算するようになります。測定値は変わりません。'),
    )
    .toBeVisible()
})

test('a meter without readings has nothing to say of them', async () => {
  readings = { data: [], count: 0 }
  const { screen } = await edit(aCounter)
  await choose(screen, '単位', 'kPa')
  await expect.element(screen.getByText('登録済みの測定値を数えています…')).not.toBeInTheDocument()
  await expect.element(screen.getByText(/登録済みの測定値/)).not.toBeInTheDocument()
})

test.each([
  ['leaves the readings as they are', aLastReading, true],
  ['says nothing of readings where there are none', null, false],
])('another number of decimals %s', async (_, last_reading, isSaid) => {
  const { screen } = await edit(
    aMeter({ meter_category_id: 4, digit_number: 7, decimal_point: null, last_reading }),
  )
  const consequence = screen.getByText(/桁がずれている登録済みの測定値は、測定値の画面で修正してください。/)
  const decimals = screen.getByRole('combobox', { name: '小数点以下の桁数' })
  await expect.element(decimals).toHaveValue('')
  await expect.element(consequence).not.toBeInTheDocument()
  await decimals.click()
  await screen.getByRole('option', { name: '2 桁' }).click()
  await expect.element(decimals).toHaveValue('2 桁')
  await expect.poll(() => consequence.elements().length).toBe(isSaid ? 1 : 0)
})

test('a range upside down is refused where it stands', async () => {
  const { screen, update } = await typing('130', '120')
  await update.click()
  const wrong = screen.getByRole('textbox', { name: '異常範囲の上限' })
  await expect.element(wrong).toHaveAccessibleDescription('上限は下限以上にしてください')
  await expect.element(wrong).toHaveFocus()
  expect(sent).toEqual([])
})

test('a category of another family clears the AI assist setting, another picture both settings, once that is agreed to', async () => {
  const { screen, onEnd, update } = await edit(aMeter({ settings: '225:0,135:1', area: '0.1:0.1,0.9:0.9' }))
  const setting = (name: string) => screen.getByRole('group', { name, exact: true })
  const choose = async (name: string) => {
    await screen.getByRole('combobox', { name: 'メーター種別' }).click()
    await screen.getByRole('option', { name }).click()
  }
  await choose('角形アナログ')
  await expect.element(setting('AIアシスト設定')).toMatchTextContent(/設定済み/)
  await choose('カウンター')
  const question = screen.getByRole('dialog')
  await expect.element(question).toMatchTextContent(/AIアシスト設定が消去されます/)
  await question.getByRole('button', { name: '変更' }).click()
  await expect.element(setting('AIアシスト設定')).toMatchTextContent(/未設定/)
  const input = document.querySelector('input[type=file]')
  if (input === null) throw new Error('nothing takes a file')
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')
  await userEvent.upload(input, new File([await canvas.convertToBlob()], 'a.png', { type: 'image/png' }))
  await expect.element(question).toMatchTextContent(/読取位置設定が消去されます/)
  await question.getByRole('button', { name: '変更' }).click()
  await expect.element(setting('読取位置設定')).toMatchTextContent(/未設定/)
  await update.click()
  await expect.poll(() => onEnd.mock.calls.length).toBe(1)
  expect(sent).toMatchObject([
    { meter_category_id: 4, settings: null, pins: null, area: null, image_base64: expect.any(String) },
  ])
})

test('a meter that somebody else has changed is overwritten only once that is agreed to', async () => {
  const { screen, onEnd, update } = await edit()
  await type(screen.getByRole('textbox', { name: '設置場所のメモ' }), '2階')
  latest = {
    ...meter,
    name: 'No.3 改',
    decimal_point: 1,
    updated_at: '2026-11-20T15:00:00+09:00',
    updated_by: { id: 12, username: '山田 花子' },
  }
  await update.click()
  const question = screen.getByRole('dialog', { name: '山田 花子さんが更新しました' })
  await expect
    .element(question)
    .toMatchTextContent(
      /編集している間に「.+」が更新されました（.+）。変わった項目は、メーター名、小数点以下の桁数です。更新すると/,
    )
  expect(sent).toEqual([])
  await question.getByRole('button', { name: '上書きして更新' }).click()
  await expect.poll(() => onEnd.mock.calls.length).toBe(1)
  expect(sent).toMatchObject([{ place_note: '2階' }])
  expect(sent[0]).not.toHaveProperty('name')
})

test('a change that could not be saved stays as typed and is sent by a retry', async () => {
  const { screen, onEnd, update } = await edit()
  const name = screen.getByRole('textbox', { name: 'メーター名' })
  await type(name, '6号ポンプ')
  isCut = true
  await update.click()
  await expect.element(screen.getByText('メーターを更新できませんでした')).toBeVisible()
  await expect.element(name).toHaveValue('6号ポンプ')
  isCut = false
  await screen.getByRole('button', { name: '再試行' }).click()
  await expect.poll(() => onEnd.mock.calls.length).toBe(1)
  // Only what was changed, the organization and the status.
  expect(sent).toEqual([{ name: '6号ポンプ', organization_id: 1, status: 1 }])
})

test('cancelling asks before it loses what is typed, and sends nothing', async () => {
  const { screen, onEnd } = await edit()
  await type(screen.getByRole('textbox', { name: 'メーター名' }), '別の名前')
  await screen.getByRole('button', { name: 'キャンセル' }).click()
  expect(onEnd).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: '破棄' }).click()
  await expect.poll(() => onEnd.mock.calls.length).toBe(1)
  expect(sent).toEqual([])
})

test('on a phone what a changed range does is shown above the buttons', async () => {
  await page.viewport(390, 844)
  const { screen, update } = await edit()
  const end = screen.getByRole('textbox', { name: '異常範囲の上限' })
  await expect.element(end).toBeVisible()
  end.element().scrollIntoView({ block: 'end' })
  await type(end, '1.5')
  const note = screen.getByText(/^保存すると、直近30日/)
  await expect.element(note).toBeVisible()
  await expect
    .poll(() => note.element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(update.element().getBoundingClientRect().top)
})
