// Covers docs/requirements.md: 67, 68, 70, 71, 73, 74, 141, 142, 143, 173, 175, 178, 179, 187, 196, 197, 244, 262, 303, 595, 597, 614, 618, 619

import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  change,
  changing,
  facts,
  refusing,
  sent,
  serveFacts,
  server,
} from '../../../../tests/support/components/reading-facts.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import { aDevice } from '../../../../tests/support/responses/devices.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'

serveFacts()

test('what the reader read, and both times, are rows to read', async () => {
  const { row } = await facts(aReading({ ocr: '0042', degree: 123.44 }))
  await expect.element(row('OCR')).toMatchTextContent(/0042$/)
  await expect.element(row('DEGREE')).toMatchTextContent(/123\.4°$/)
  await expect.element(row('測定日時')).toMatchTextContent(/2026\/11\/20 14:03:00/)
  await expect.element(row('更新日時')).toMatchTextContent(/2026\/11\/20 14:03:05/)
  for (const name of ['OCR', 'DEGREE', '更新日時'])
    expect(row(name).getByRole('button').elements()).toEqual([])
})

test('why there is no value stands with the value', async () => {
  const unread = aReading({ value: null, read_value: null, confidence: null, reasons: ['glare'] })
  const { row } = await facts(unread)
  await expect.element(row('測定値')).toMatchTextContent(/データ無し光が反射しています/)
  await expect.element(row('信頼度')).not.toMatchTextContent(/光が反射/)
})

test('the current of a loop that is probably broken is shown with its fault', async () => {
  const broken = { value: null, read_value: null, confidence: null, read_state: null } as const
  const { row } = await facts(aReading({ ...broken, reasons: ['loop broken'], loop_current: 3.2 }))
  await expect.element(row('測定値')).toMatchTextContent(/断線の疑い.*測定した電流 3\.20 mA/)
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
  await expect.element(name).toHaveAttribute('autocomplete', 'off')
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
        ...aDevice({ type: 0 }),
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

test.each([
  ['typed', { source: 'entry', value_source: 'entered' }, /手入力$/],
  ['typed and corrected', { source: 'entry', value_source: 'corrected' }, /手入力$/],
  ['typed on a phone', { source: 'phone', value_source: 'entered' }, /手入力$/],
  ['read from a picture that was added by hand', { source: 'entry', value_source: 'reader' }, /—$/],
] as const)('a value that was %s does not name the device of its meter', async (_what, over, words) => {
  const { row } = await facts(aReading(over), aMeter())
  await expect.element(row('カメラ・端末名')).toMatchTextContent(words)
  await expect.element(row('カメラ・端末名')).not.toMatchTextContent(/屋上カメラ/)
})

/** A meter with settings for which another family of categories is saved. */
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

test.each([
  ['メーター名', 'メーターの名前です。このメーターのすべての測定値に反映されます。'],
  ['カメラ・端末名', '端末の名前です。この端末で測定するすべてのメーターに反映されます。'],
  ['単位', '単位はメーターの設定です。このメーターのすべての測定値に反映されます。'],
  ['メーター種別', 'メーター種別はメーターの設定です。このメーターのすべての測定値に反映されます。'],
  ['点検グループ', '点検グループはメーターの設定です。このメーターのすべての測定値に反映されます。'],
])('editing %s says how far the edit reaches', async (name, words) => {
  const { row, edit } = await facts(aReading(), aMeter())
  await expect.element(row(name)).not.toMatchTextContent(words)
  await expect.element(await edit(name)).toMatchTextContent(words)
})

test('another unit says before saving how the other readings will be shown', async () => {
  const { screen, edit } = await facts(aReading(), aMeter({ decimal_point: 2 }))
  const row = await edit('単位')
  await row.getByRole('combobox').click()
  await screen.getByRole('option', { name: 'kPa' }).click()
  await expect
    .element(row)
    .toMatchTextContent(/登録済みの測定値 128件の表示が変わります: 0\.42 MPa → 0\.42 kPa。/)
})

const noUsage = /登録済みの測定値 128件の使用量は計算しなくなります。測定値は変わりません。/
/** A display that counts up because of its unit. */
const energy = aMeter({ meter_category_id: 3, meter_unit_id: 3, start_value: null, end_value: null })

test.each([
  ['another unit', '単位', energy, 'kPa'],
  ['another category', 'メーター種別', aMeter({ meter_category_id: 4 }), '円形アナログ'],
])('%s says before saving that no usage is computed any more', async (_what, label, meter, option) => {
  const { screen, edit } = await facts(aReading(), meter)
  const row = await edit(label)
  await row.getByRole('combobox').click()
  await screen.getByRole('option', { name: option }).click()
  await expect.element(row).toMatchTextContent(noUsage)
})

test('a measuring range says before saving that no usage is computed any more', async () => {
  const { edit } = await facts(aReading(), energy)
  const row = await edit('測定範囲')
  await row.getByRole('switch').click()
  await type(row.getByRole('textbox', { name: '測定範囲の下限' }), '0')
  await type(row.getByRole('textbox', { name: '測定範囲の上限' }), '100')
  await expect.element(row).toMatchTextContent(noUsage)
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

test.each([
  ['メーター名', 'textbox', 'No.4'],
  ['カメラ・端末名', 'textbox', '屋上'],
  ['測定値', 'textbox', '0.43'],
  ['単位', 'combobox', 'kPa'],
  ['メーター種別', 'combobox', '角形アナログ'],
  ['点検グループ', 'combobox', '朝の巡回'],
] as const)('what the server refuses is said at the input of %s', async (label, role, entry) => {
  server.answer = refusing(400, {
    code: 'validation_failed',
    issues: [{ path: 'value', message: '登録できません' }],
  })
  const { screen, edit } = await facts(aReading(), aMeter())
  const row = await edit(label)
  const input = row.getByRole(role).first()
  if (role === 'textbox') await type(input, entry)
  else {
    await input.click()
    await screen.getByRole('option', { name: entry }).click()
  }
  await row.getByRole('button', { name: '保存' }).click()
  await expect.element(input).toHaveAccessibleDescription(/登録できません/)
  await expect.element(input).toHaveFocus()
})
