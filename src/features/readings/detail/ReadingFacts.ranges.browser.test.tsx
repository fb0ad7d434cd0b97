// Covers docs/requirements.md: 7, 72, 143, 176, 177, 203, 584, 618

import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  change,
  changing,
  facts,
  refusing,
  serveFacts,
  server,
} from '../../../../tests/support/components/reading-facts.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'

serveFacts()

test('both bounds of the abnormal range are required while it is switched on', async () => {
  const meter = aMeter()
  server.answer = changing(meter)
  const { row, edit } = await facts(aReading(), meter)
  const editor = await edit('異常範囲')
  await expect.element(editor.getByRole('textbox', { name: '異常範囲の下限' })).toHaveFocus()
  for (const label of ['下限', '上限'])
    await expect.element(editor.getByText(label, { exact: true })).toBeVisible()
  await expect.element(editor.getByRole('switch')).toBeChecked()
  const end = editor.getByRole('textbox', { name: '異常範囲の上限' })
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
  await type(editor.getByRole('textbox', { name: '異常範囲の下限' }), '1.2')
  const end = editor.getByRole('textbox', { name: '異常範囲の上限' })
  await type(end, '1.1')
  await userEvent.keyboard('{Enter}')
  await expect.element(end).toHaveAccessibleDescription('上限は下限以上にしてください')
  await expect.element(end).toHaveAttribute('aria-invalid', 'true')
  expect(server.asked).toEqual([])
})

test.each([
  ['with bounds', true],
  ['that is switched off', false],
])('what the server refuses of a range %s is said at its input', async (_what, isOn) => {
  server.answer = refusing(400, {
    code: 'validation_failed',
    issues: [{ path: 'emergency_end_value', message: '登録できません' }],
  })
  const { edit } = await facts(aReading(), aMeter())
  const editor = await edit('異常範囲')
  const end = editor.getByRole('textbox', { name: '異常範囲の上限' })
  if (isOn) await type(end, '0.9')
  else await editor.getByRole('switch').click()
  await editor.getByRole('button', { name: '保存' }).click()
  await expect.element(isOn ? end : editor.getByRole('switch')).toHaveAccessibleDescription('登録できません')
})

async function typingAnEnd() {
  const shown = await facts(aReading(), aMeter())
  const editor = await shown.edit('異常範囲')
  await expect.element(editor).toMatchTextContent(/このメーターのすべての測定値の判定に反映されます/)
  await expect.element(editor.getByRole('status')).not.toBeInTheDocument()
  await type(editor.getByRole('textbox', { name: '異常範囲の上限' }), '0.9')
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
  answer(
    Response.json({
      success: true,
      data: { readings: 1234, to_abnormal: 0, to_normal: 12, ends_alert: true },
    }),
  )
  await expect
    .element(effect)
    .toMatchTextContent(
      '保存すると、直近30日の測定値1,234件のうち、12件が異常から正常に変わります。発生中のアラートは終了し、「過去」に移ります。',
    )
})

test('Enter before the readings are counted asks with what would change', async () => {
  server.answer = changing(aMeter())
  const counted = Promise.withResolvers<void>()
  server.count = async () => {
    await counted.promise
    return Response.json({
      success: true,
      data: { readings: 40, to_abnormal: 0, to_normal: 3, ends_alert: true },
    })
  }
  const { screen, editor } = await typingAnEnd()
  await userEvent.keyboard('{Enter}')
  counted.resolve()
  const question = screen.getByRole('dialog', { name: '判定が変わります' })
  await expect
    .element(question)
    .toMatchTextContent(
      /直近30日の測定値40件のうち、3件が異常から正常に変わります。発生中のアラートは終了し、「過去」に移ります。/,
    )
  expect(server.asked).toEqual([])
  await question.getByRole('button', { name: 'このまま保存' }).click()
  await expect.element(editor.getByRole('textbox')).not.toBeInTheDocument()
  expect(await change()).toEqual({ emergency_start_value: 0.8, emergency_end_value: 0.9 })
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
    Response.json({ success: true, data: { readings: 5, to_abnormal: 0, to_normal: 0, ends_alert: false } })
  await effect.getByRole('button', { name: '再試行' }).click()
  await expect.element(effect).toHaveTextContent('直近30日の測定値5件の判定は変わりません。')
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
    for (const [place, end] of ['下限', '上限'].entries()) {
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

test('on a tablet both bounds stand beside each other, and the buttons below them', async () => {
  await page.viewport(820, 1180)
  const { edit } = await facts(aReading(), aMeter())
  const editor = await edit('異常範囲')
  const [start, end, save] = [
    editor.getByRole('textbox', { name: '異常範囲の下限' }),
    editor.getByRole('textbox', { name: '異常範囲の上限' }),
    editor.getByRole('button', { name: '保存' }),
  ].map((each) => each.element().getBoundingClientRect())
  expect(end?.top).toBe(start?.top)
  expect(save?.top).toBeGreaterThan(end?.bottom ?? Number.NaN)
  await page.viewport(390, 844)
})
