// Covers docs/requirements.md: 560, 591, 599, 617

import { notificationsStore } from '@mantine/notifications'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  facts,
  refusing,
  sent,
  serveFacts,
  server,
} from '../../../../../tests/support/components/reading-facts.tsx'
import { type } from '../../../../../tests/support/components/typeInPage.ts'
import { aMeter } from '../../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../../tests/support/responses/readings.ts'
import { readingKeys } from '../../../../lib/queries/readings.ts'

serveFacts()
afterEach(() => localStorage.removeItem('clockOffset'))

/** Makes this device's clock wrong: the server's time is `now`. */
const setServerTime = (now: string) =>
  localStorage.setItem('clockOffset', String(Date.now() - Date.parse(now)))

const unconfirmed = aReading({
  source: 'camera',
  value_source: 'device',
  device_value: 0.42,
  reasons: ['unconfirmed time'],
  created_at: '2026-11-20T07:03:00+09:00',
})
const answering = async () => Response.json({ success: true, data: { ...unconfirmed, reasons: [] } })

test('a time that nobody has confirmed is marked, and a note above says why, with the time of arrival', async () => {
  const { row, screen } = await facts(unconfirmed, aMeter())
  await expect.element(row('測定日時')).toMatchTextContent(/2026\/11\/20 07:03:00時刻不明$/)
  const note = screen.getByRole('region', { name: '時刻不明' })
  await expect
    .element(note)
    .toMatchTextContent(/測定日時 .*2026\/11\/20 07:03:00（受信 .*2026\/11\/20 14:03:05）/)
  await expect
    .element(note)
    .toMatchTextContent(
      /端末の時計を確認できないため、測定日時が正しいか分かりません。確定するまで、使用量とグラフには含めません。違うときは修正してください。/,
    )
  await expect.element(row('信頼度')).not.toMatchTextContent(/端末の時計/)
})

test('one press confirms the time, which is notified, and the focus moves to the value', async () => {
  server.answer = answering
  const { screen, client } = await facts(unconfirmed, aMeter())
  await screen.getByRole('button', { name: 'この時刻で確定' }).click()
  const told = screen.getByText('「No.3 冷却水圧力」の測定日時を 2026/11/20 07:03:00 で確定しました')
  await expect.element(told).toBeVisible()
  await expect.poll(() => client.getQueryData(readingKeys.one(7))).toMatchObject({ reasons: [] })
  expect(server.asked.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
    ['PUT', '/api/v1/meter-value/7/measured-at'],
  ])
  expect(await sent()).toEqual([{ created_at: null }])
  await expect.element(screen.getByRole('button', { name: '測定値を編集' })).toHaveFocus()
})

test('the notification of a confirmed time goes away with its reading', async () => {
  server.answer = answering
  const { screen } = await facts(unconfirmed, aMeter())
  await screen.getByRole('button', { name: 'この時刻で確定' }).click()
  await expect.element(screen.getByText(/で確定しました/)).toBeVisible()
  const shown = () =>
    notificationsStore.getState().notifications.filter(({ message }) => String(message).includes('で確定'))
  expect(shown()).toHaveLength(1)
  await screen.unmount()
  expect(shown()).toEqual([])
})

test('「時刻を修正」 leads to the calendar of the time, also when it is pressed again', async () => {
  const { row, screen } = await facts(unconfirmed, aMeter())
  const correct = screen.getByRole('button', { name: '時刻を修正' })
  await correct.click()
  const picker = row('測定日時').getByRole('button', { name: '測定日時' })
  await expect.element(picker).toHaveFocus()
  await expect.element(picker).toBeInViewport()
  await correct.click()
  await expect.element(screen.getByRole('spinbutton', { name: '時' })).toBeVisible()
})

test('a time whose confirmation fails stays unconfirmed, with the failure and the focus on the button', async () => {
  const { screen } = await facts(unconfirmed, aMeter())
  const confirm = screen.getByRole('button', { name: 'この時刻で確定' })
  await confirm.click()
  await expect.element(screen.getByText('日時を確定できませんでした')).toBeVisible()
  await expect.element(confirm).toHaveFocus()
})

test('a time is corrected with the calendar, and what the server refuses is shown', async () => {
  server.answer = refusing(400, {
    code: 'validation_failed',
    issues: [{ path: 'created_at', message: '未来の日時は登録できません' }],
  })
  const { row, screen, edit } = await facts(unconfirmed, aMeter())
  const time = await edit('測定日時')
  const picker = time.getByRole('button', { name: '測定日時' })
  await expect.element(picker).toHaveFocus()
  await expect.element(picker).toMatchTextContent('2026/11/20 07:03')
  await picker.click()
  const hours = screen.getByRole('spinbutton', { name: '時' })
  await hours.click()
  await userEvent.keyboard('12')
  await screen.getByRole('button', { name: 'この日時にする' }).click()
  await expect.element(picker).toMatchTextContent('2026/11/20 12:03')
  await time.getByRole('button', { name: '保存' }).click()
  await expect.element(row('測定日時').getByRole('alert')).toMatchTextContent('未来の日時は登録できません')
  await expect.element(picker).toHaveFocus()
  await expect.element(picker).toHaveAttribute('aria-invalid', 'true')
  server.answer = answering
  await time.getByRole('button', { name: '保存' }).click()
  await expect.element(time.getByRole('button', { name: '保存' })).not.toBeInTheDocument()
  expect((await sent()).at(-1)).toEqual({ created_at: '2026-11-20 12:03:00' })
})

test('the calendar offers no future day, by the corrected clock and the organization’s zone', async () => {
  // Already the 21st in Tokyo.
  setServerTime('2026-11-20T16:00:00Z')
  const { screen, edit } = await facts(aReading(), aMeter())
  const time = await edit('測定日時')
  await time.getByRole('button', { name: '測定日時' }).click()
  await expect.element(screen.getByRole('button', { name: '2026年11月21日' })).toBeEnabled()
  await expect.element(screen.getByRole('button', { name: '2026年11月22日' })).toBeDisabled()
})

test.each([
  ['on a phone', 390],
  ['on a desktop', 1440],
])(
  'Escape closes the calendar first and keeps the chosen day, and then gives up: %s',
  async (_where, width) => {
    await page.viewport(width, 844)
    const { row, screen, edit } = await facts(aReading(), aMeter())
    const time = await edit('測定日時')
    const picker = time.getByRole('button', { name: '測定日時' })
    await picker.click()
    await screen.getByRole('button', { name: '2026年11月19日' }).click()
    await expect.element(screen.getByRole('spinbutton', { name: '時' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('spinbutton', { name: '時' })).not.toBeInTheDocument()
    await expect.element(picker).toMatchTextContent('2026/11/19 14:03')
    await expect.element(picker).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(picker).not.toBeInTheDocument()
    await expect.element(row('測定日時')).toMatchTextContent(/2026\/11\/20 14:03:00/)
    expect(server.asked).toEqual([])
    await page.viewport(390, 844)
  },
)

test('a later time today is refused at the field, and nothing is sent', async () => {
  setServerTime('2026-11-20T15:00:00+09:00')
  const { screen, edit } = await facts(aReading(), aMeter())
  const time = await edit('測定日時')
  const picker = time.getByRole('button', { name: '測定日時' })
  await picker.click()
  await screen.getByRole('spinbutton', { name: '時' }).click()
  await userEvent.keyboard('23')
  await screen.getByRole('button', { name: 'この日時にする' }).click()
  await time.getByRole('button', { name: '保存' }).click()
  await expect.element(time.getByRole('alert')).toMatchTextContent('未来の日時は登録できません')
  await expect.element(picker).toHaveFocus()
  expect(server.asked).toEqual([])
})

test('the time of arrival is explained, without a question', async () => {
  const { row, screen } = await facts(aReading({ source: 'camera', reasons: ['arrival time'] }), aMeter())
  await expect
    .element(row('測定日時'))
    .toMatchTextContent(/端末が送信した測定日時がないか正しくないため、受信した時刻を測定日時としています$/)
  await expect.element(screen.getByText('時刻不明')).not.toBeInTheDocument()
  await expect.element(row('測定日時').getByRole('button', { name: '測定日時を編集' })).toBeVisible()
})

test.each(['phone', 'entry', 'camera'] as const)(
  'the time of a reading (%s) is corrected with a reason',
  async (source) => {
    server.answer = answering
    const { screen, edit } = await facts(aReading({ source }), aMeter())
    const time = await edit('測定日時')
    await time.getByRole('button', { name: '測定日時' }).click()
    await screen.getByRole('spinbutton', { name: '時' }).click()
    await userEvent.keyboard('12')
    await screen.getByRole('button', { name: 'この日時にする' }).click()
    await type(time.getByRole('textbox', { name: '修正の理由（任意）' }), '時計の遅れ')
    await time.getByRole('button', { name: '保存' }).click()
    await expect.element(time.getByRole('button', { name: '保存' })).not.toBeInTheDocument()
    expect(server.asked.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
      ['PUT', '/api/v1/meter-value/7'],
    ])
    expect(await sent()).toEqual([{ created_at: '2026-11-20 12:03:00', reason: '時計の遅れ' }])
  },
)
