import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Meter } from '../../../contract/meters.ts'
import type { Reading } from '../../../contract/readings.ts'
import { anAccount } from '../../../tests/support/account.ts'
import { aMeter } from '../../../tests/support/meters.ts'
import { aReading } from '../../../tests/support/readings.ts'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { type } from '../../../tests/support/typeInPage.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { ReadingFacts } from './ReadingFacts.tsx'

/** What stands beyond the network: what was asked of it but for reading, and what is answered to a change. */
const server = {
  asked: [] as Request[],
  answer: async (_: Request): Promise<Response> => Response.error(),
  count: async (_: Request): Promise<Response> => Response.error(),
}

beforeEach(() => {
  server.asked = []
  server.answer = async () => Response.error()
  server.count = async () => {
    throw new TypeError('Failed to fetch')
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.url.includes('/range-effect')) return server.count(request)
    if (request.method === 'GET') throw new TypeError('offline')
    server.asked.push(request)
    return server.answer(request.clone())
  })
})
afterEach(() => vi.restoreAllMocks())

/** Answers as the server does: the meter with what was sent. */
const changing = (meter: Meter) => async (request: Request) =>
  Response.json({ success: true, data: { ...meter, ...(await request.json()) } })

const refusing = (status: number, failure: object) => async () =>
  Response.json({ success: false, messages: [], request_id: 'r1', ...failure }, { status })

const category = (id: number, type: 0 | 1 | 3, name: string) => ({
  id,
  type,
  name,
  icon: null,
  status: 0 as const,
  description: '',
})

/** The rows of a reading; without a meter its list has not come. */
async function facts(reading: Reading, meter?: Meter) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(unitsQuery.queryKey, [
    { id: 1, name: 'MPa' },
    { id: 2, name: 'kPa' },
  ])
  client.setQueryData(categoriesQuery.queryKey, [
    category(1, 0, '円形アナログ'),
    category(2, 1, '角形アナログ'),
    category(4, 3, 'カウンター'),
  ])
  client.setQueryData(groupsQuery.queryKey, [])
  client.setQueryData(inspectionsQuery.queryKey, [
    { id: 8, name: '朝の巡回', organization_id: 1, updated_at: '2026-11-01T09:00:00+09:00' },
  ])
  if (meter) client.setQueryData(metersQuery.queryKey, [meter])
  const onDirty = vi.fn()
  const screen = await showRouted(client, <ReadingFacts reading={reading} onDirty={onDirty} />, [
    '/meters/$id',
  ])
  const row = (name: string) => screen.getByRole('group', { name, exact: true })
  return {
    screen,
    onDirty,
    row,
    client,
    edit: async (name: string) => {
      await screen.getByRole('button', { name: `${name}を編集` }).click()
      return row(name)
    },
  }
}

const sent = async () => Promise.all(server.asked.map((request) => request.json()))
/** What was sent of the meter, without what is always sent. */
const change = async () => {
  const [body] = await sent()
  const { organization_id: _, status: __, ...rest } = body
  return rest
}

test('why there is no value stands with the value', async () => {
  const unread = aReading({ value: null, read_value: null, confidence: null, reasons: ['glare'] })
  const { row } = await facts(unread)
  await expect.element(row('測定値')).toMatchTextContent(/データ無し光が反射しています/)
  await expect.element(row('信頼度')).not.toMatchTextContent(/光が反射/)
})

test('why a value is doubtful stands with how sure the reader is', async () => {
  const { row } = await facts(aReading({ confidence: 0.8, reasons: ['glare'] }))
  await expect.element(row('信頼度')).toMatchTextContent(/中（80 %）光が反射しています/)
  await expect.element(row('測定値')).not.toMatchTextContent(/光が反射/)
})

test('a value that only an unsure reader gives is marked where it stands', async () => {
  const { row } = await facts(aReading({ confidence: 0.8 }))
  await expect.element(row('測定値')).toMatchTextContent(/要確認.*0\.42/)
  await expect.element(row('測定値').getByRole('button', { name: 'この値で確定' })).toBeVisible()
})

test.each([
  ['a sure value', { confidence: 0.95 }],
  ['one that a person accepted', { confidence: 0.7, value_source: 'accepted' }],
  ['one that a person wrote', { confidence: 0.7, value_source: 'corrected', read_value: 0.4 }],
  ['one that an input unit measured', { confidence: null, read_state: null }],
] as const)('%s is not', async (_, over) => {
  const { row } = await facts(aReading(over))
  await expect.element(row('測定値')).toMatchTextContent(/0\.42/)
  await expect.element(row('測定値')).not.toMatchTextContent(/要確認/)
  await expect.element(row('測定値').getByRole('button', { name: 'この値で確定' })).not.toBeInTheDocument()
})

test('until the meter is known its rows are read-only', async () => {
  const { screen, row } = await facts(aReading())
  await expect.element(row('メーター名')).toMatchTextContent(/No\.3 冷却水圧力/)
  await expect.element(screen.getByRole('button', { name: '測定値を編集' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'メーター名を編集' })).not.toBeInTheDocument()
})

test('the meter’s name leads to it, is required, and once saved shows at once', async () => {
  const meter = aMeter()
  server.answer = changing(meter)
  const { row, edit } = await facts(aReading(), meter)
  await expect
    .element(row('メーター名').getByRole('link', { name: 'No.3 冷却水圧力' }))
    .toHaveAttribute('href', '/meters/3')
  const name = (await edit('メーター名')).getByRole('textbox')
  await expect.element(name).toHaveAttribute('maxlength', '100')
  await type(name, '　')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(row('メーター名').getByRole('alert'))
    .toMatchTextContent('メーター名を入力してください')
  await type(name, ' No.3 冷却水圧力（北） ')
  await userEvent.keyboard('{Enter}')
  await expect.element(row('メーター名').getByRole('link')).toMatchTextContent('No.3 冷却水圧力（北）')
  expect(await change()).toEqual({ name: 'No.3 冷却水圧力（北）' })
})

test('the device is renamed where it stands, and its name is required', async () => {
  server.answer = async (request) =>
    Response.json({
      success: true,
      data: {
        id: 5,
        type: 0,
        status: 1,
        serial_number: null,
        battery_per: null,
        last_dbm_recorded: null,
        last_communicated_at: null,
        meter_ids: [3],
        created_at: '2026-11-01T09:00:00+09:00',
        updated_at: '2026-11-20T09:00:00+09:00',
        ...(await request.json()),
      },
    })
  const { row, edit } = await facts(aReading(), aMeter())
  const name = (await edit('カメラ・端末名')).getByRole('textbox')
  await type(name, ' ')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(row('カメラ・端末名').getByRole('alert'))
    .toMatchTextContent('カメラ名を入力してください')
  expect(server.asked).toEqual([])
  await type(name, '屋上カメラ 2号')
  await userEvent.keyboard('{Enter}')
  await expect.element(row('カメラ・端末名')).toMatchTextContent(/屋上カメラ 2号/)
  expect(new URL(server.asked[0]?.url ?? '').pathname).toBe('/api/v1/device/5')
  expect(await sent()).toEqual([{ name: '屋上カメラ 2号' }])
})

test('a meter without a device says 未設置', async () => {
  const { row } = await facts(aReading(), aMeter({ device: null, device_id: null }))
  await expect.element(row('カメラ・端末名')).toMatchTextContent(/未設置/)
})

test('both bounds of the abnormal range are required while it is switched on', async () => {
  const meter = aMeter()
  server.answer = changing(meter)
  const { row, edit } = await facts(aReading(), meter)
  const editor = await edit('異常範囲')
  await expect.element(editor.getByRole('textbox', { name: '異常範囲の開始値' })).toHaveFocus()
  await expect.element(editor.getByRole('switch')).toBeChecked()
  const end = editor.getByRole('textbox', { name: '異常範囲の終了値' })
  await type(end, '')
  await userEvent.keyboard('{Enter}')
  await expect.element(editor.getByRole('alert')).toMatchTextContent('未入力です')
  expect(server.asked).toEqual([])
  await type(end, '０．９')
  await userEvent.keyboard('{Enter}')
  await expect.element(row('異常範囲')).toMatchTextContent(/0\.80 〜 0\.90 MPa/)
  expect(await change()).toEqual({ emergency_start_value: 0.8, emergency_end_value: 0.9 })
})

test('a range that is switched off and saved has no bounds', async () => {
  const meter = aMeter()
  server.answer = changing(meter)
  const { screen, row, edit } = await facts(aReading(), meter)
  await (await edit('測定範囲')).getByRole('switch').click()
  await screen.getByRole('button', { name: '保存' }).click()
  await expect.element(row('測定範囲')).toMatchTextContent(/未登録/)
  expect(await change()).toEqual({ start_value: null, end_value: null })
})

test('a range upside down is refused where it is typed', async () => {
  const { edit } = await facts(aReading(), aMeter())
  const editor = await edit('異常範囲')
  await type(editor.getByRole('textbox', { name: '異常範囲の開始値' }), '1.2')
  const end = editor.getByRole('textbox', { name: '異常範囲の終了値' })
  await type(end, '1.1')
  await userEvent.keyboard('{Enter}')
  await expect.element(editor.getByRole('alert')).toMatchTextContent('終了値は開始値以上にしてください')
  await expect.element(end).toHaveAttribute('aria-invalid', 'true')
  expect(server.asked).toEqual([])
})

/** The end of the abnormal range is typed anew. */
async function typingAnEnd() {
  const shown = await facts(aReading(), aMeter())
  const editor = await shown.edit('異常範囲')
  await expect.element(editor).toMatchTextContent(/このメーターのすべての測定値の判定に反映されます/)
  await expect.element(editor.getByRole('status')).not.toBeInTheDocument()
  await type(editor.getByRole('textbox', { name: '異常範囲の終了値' }), '0.9')
  return { ...shown, editor, effect: editor.getByRole('status') }
}

test('how many readings another abnormal range would judge otherwise is told before it is saved', async () => {
  let answer: (response: Response) => void = () => {}
  let asked = ''
  server.count = (request) => {
    asked = request.url
    return new Promise((resolve) => {
      answer = resolve
    })
  }
  const { effect } = await typingAnEnd()
  await expect.element(effect).toMatchTextContent('判定が変わる測定値を数えています…')
  await expect.poll(() => asked).toMatch(/range-effect\?emergency_start_value=0\.8&emergency_end_value=0\.9$/)
  answer(Response.json({ success: true, data: { readings: 1234, to_abnormal: 0, to_normal: 12 } }))
  await expect
    .element(effect)
    .toMatchTextContent('保存すると、直近30日の測定値1,234件のうち、12件が異常から正常に変わります。')
})

test('that it cannot be counted without signal is told, and keeps nobody from saving', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.answer = changing(aMeter())
  const { effect, editor } = await typingAnEnd()
  await expect
    .element(effect)
    .toMatchTextContent('オフラインのため、判定が変わる測定値の件数を表示できません。')
  await editor.getByRole('button', { name: '保存' }).click()
  await expect.element(editor.getByRole('textbox')).not.toBeInTheDocument()
  expect(await change()).toEqual({ emergency_start_value: 0.8, emergency_end_value: 0.9 })
})

test.each([
  ['that the server refused', refusing(503, { code: 'unavailable' })],
  ['that did not reach it', () => Promise.reject(new TypeError('Failed to fetch'))],
])('what could not be counted is counted at a second attempt: one %s', async (_, count) => {
  server.count = count
  const { effect } = await typingAnEnd()
  await expect.element(effect).toMatchTextContent(/数えられませんでした/)
  server.count = async () =>
    Response.json({ success: true, data: { readings: 5, to_abnormal: 0, to_normal: 0 } })
  await effect.getByRole('button', { name: '再試行' }).click()
  await expect.element(effect).toMatchTextContent('直近30日の測定値5件の判定は変わりません。')
})

test('how far the judging by a changed range has come is shown, and that it is done', async () => {
  const { client, row } = await facts(aReading(), aMeter({ rejudging: { total: 6000, done: 2530 } }))
  await expect.element(row('異常範囲')).toMatchTextContent(/判定をやり直しています 42 %/)
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  await expect.element(row('異常範囲').getByRole('status')).toMatchTextContent('変更が反映されました')
  await expect.element(row('異常範囲')).not.toMatchTextContent(/やり直しています/)
})

test.each([
  ['異常範囲', ['130', '140'], { emergency_start_value: 130, emergency_end_value: 140 }],
  ['測定範囲', ['0', '0.5'], { start_value: 0, end_value: 0.5 }],
] as const)(
  'an abnormal range outside the measuring range is saved once that is agreed to, also by its %s',
  async (label, bounds, saved) => {
    const meter = aMeter()
    server.answer = changing(meter)
    const { screen, edit } = await facts(aReading(), meter)
    const editor = await edit(label)
    for (const [place, end] of ['開始値', '終了値'].entries()) {
      await type(editor.getByRole('textbox', { name: `${label}の${end}` }), bounds[place] ?? '')
    }
    await userEvent.keyboard('{Enter}')
    const question = screen.getByRole('dialog', { name: '異常範囲が測定範囲の外です' })
    await question.getByRole('button', { name: '編集に戻る' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(server.asked).toEqual([])
    await editor.getByRole('button', { name: '保存' }).click()
    await question.getByRole('button', { name: 'このまま保存' }).click()
    await expect.element(editor.getByRole('textbox')).not.toBeInTheDocument()
    expect(await change()).toEqual(saved)
  },
)

/** A meter with an AI assist setting, for which a category of another family has been chosen and 保存 pressed. */
async function choosingAnotherFamily() {
  const meter = aMeter({ settings: '210:0,330:1' })
  server.answer = changing(meter)
  const { screen, edit } = await facts(aReading(), meter)
  const choice = (await edit('メーター種別')).getByRole('combobox')
  await choice.click()
  await screen.getByRole('option', { name: 'カウンター' }).click()
  await screen.getByRole('button', { name: '保存' }).click()
  const question = screen.getByRole('dialog', { name: 'メーター種別の変更' })
  await expect.element(question).toMatchTextContent(/AIアシスト設定が消去されます/)
  return { choice, question }
}

test('a category of another family costs the AI assist setting only once that is agreed to', async () => {
  const { choice, question } = await choosingAnotherFamily()
  expect(server.asked).toEqual([])
  await question.getByRole('button', { name: '変更' }).click()
  await expect.element(choice).not.toBeInTheDocument()
  expect(await change()).toEqual({ meter_category_id: 4, settings: null, pins: null })
})

test('whoever does not agree goes on choosing a category', async () => {
  const { choice, question } = await choosingAnotherFamily()
  await question.getByRole('button', { name: 'キャンセル' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(choice).toHaveValue('カウンター')
  expect(server.asked).toEqual([])
})

test('a category of the same family is changed without a question', async () => {
  const meter = aMeter({ settings: '210:0,330:1' })
  server.answer = changing(meter)
  const { screen, row, edit } = await facts(aReading(), meter)
  await (await edit('メーター種別')).getByRole('combobox').click()
  await screen.getByRole('option', { name: '角形アナログ' }).click()
  await screen.getByRole('button', { name: '保存' }).click()
  await expect.element(row('メーター種別')).toMatchTextContent(/角形アナログ/)
  expect(await change()).toEqual({ meter_category_id: 2 })
})

test('a cleared group is none', async () => {
  const meter = aMeter({ inspection_id: 8 })
  server.answer = changing(meter)
  const { screen, row, edit } = await facts(aReading(), meter)
  await expect.element(row('点検グループ')).toMatchTextContent(/朝の巡回/)
  await (await edit('点検グループ')).getByRole('button', { name: '点検グループの選択を解除' }).click()
  await screen.getByRole('button', { name: '保存' }).click()
  await expect.element(row('点検グループ')).toMatchTextContent(/未登録/)
  expect(await change()).toEqual({ inspection_id: null })
})

test('a unit that is chosen as it was is not sent', async () => {
  const { screen, edit } = await facts(aReading(), aMeter())
  await (await edit('単位')).getByRole('combobox').click()
  await screen.getByRole('option', { name: 'MPa' }).click()
  await screen.getByRole('button', { name: '保存' }).click()
  await expect.element(screen.getByRole('button', { name: '単位を編集' })).toBeVisible()
  expect(server.asked).toEqual([])
})

test('a refused change keeps what was typed and says what the server says of it', async () => {
  server.answer = refusing(400, {
    code: 'validation_failed',
    issues: [{ path: 'name', message: '使用できない文字が含まれています' }],
  })
  const { row, edit, onDirty } = await facts(aReading(), aMeter())
  const name = (await edit('メーター名')).getByRole('textbox')
  await type(name, 'No.3')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(row('メーター名').getByRole('alert'))
    .toMatchTextContent('使用できない文字が含まれています')
  await expect.element(name).toHaveValue('No.3')
  expect(onDirty).toHaveBeenLastCalledWith(true)
})
