// Covers docs/requirements.md: 533, 537, 558, 631, 648, 649

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listCaptures, listRows } from '../../../../offline/outbox.ts'
import { isReplacement, savedAtOf } from '../../../../offline/rows.ts'
import { settled } from '../../../../tests/support/components/settled.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import { resetPhone } from '../../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aCategory, aMeter } from '../../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { CaptureScreen } from '../CaptureScreen.tsx'

beforeEach(async () => {
  await resetPhone()
  await page.viewport(820, 1180)
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.removeItem('clockOffset')
})

const counter = aMeter({
  meter_category_id: 4,
  is_cumulative: true,
  start_value: null,
  end_value: null,
  emergency_start_value: null,
  emergency_end_value: null,
  digit_number: 5,
  decimal_point: 1,
  rate: { usual: 12.3, greatest: 20, days: 1 },
  evidence: [{ value: 4120.5, created_at: new Date(Date.now() - 86_400_000).toISOString() }],
})

/** Another picture each time, unless `shade` is given. */
async function jpeg(shade: number = Math.random()): Promise<File> {
  const canvas = new OffscreenCanvas(64, 48)
  const context = canvas.getContext('2d')
  if (context) context.fillStyle = `hsl(${360 * shade} 80% 50%)`
  context?.fillRect(8, 8, 40, 20)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'meter.jpg', { type: 'image/jpeg' })
}

/** Of a counter without settings: the last value stands to be corrected, figure by figure. */
async function openCamera() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(categoriesQuery.queryKey, [aCategory({ id: 4, name: 'カウンター', type: 3 })])
  client.setQueryData(metersQuery.queryKey, [counter])
  return showRouted(client, <CaptureScreen meterId={counter.id} />, ['/meters'])
}
async function typed(figures: string, picture?: File) {
  const screen = await openCamera()
  await photographed(screen, figures, picture)
  return screen
}
async function photographed(screen: Awaited<ReturnType<typeof showRouted>>, figures: string, picture?: File) {
  await userEvent.upload(screen.getByLabelText('写真を撮る・選ぶ'), picture ?? (await jpeg()))
  await expect.element(screen.getByRole('spinbutton', { name: '千の位' })).toHaveFocus()
  await userEvent.keyboard(`${figures}{Enter}`)
}
const stored = async () => {
  const [capture] = await listCaptures(anAccount().id)
  return capture && { value: capture.value, confirmedDoubts: capture.confirmedDoubts }
}

test('a counter that runs faster than it ever did is asked about once; the inspector’s word stands, marked', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  const screen = await typed('42000')
  const dialog = screen.getByRole('dialog', { name: '4,200.0 で確定しますか' })
  await expect
    .element(dialog)
    .toMatchTextContent(/24時間で 79\.5 増えています。ふだんは1日あたり 12\.3、多い日でも 20 です。/)
  expect(dialog.getByRole('button', { name: 'メーターを交換しました' }).query()).toBeNull()
  await dialog.getByRole('button', { name: 'この値で確定' }).click()
  await expect.poll(stored).toEqual({ value: 4200, confirmedDoubts: ['too_fast'] })
})

test('the same picture of the same meter is asked about once, with a value and without', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  const again = () => screen.getByRole('button', { name: 'もう一度撮影' }).click()
  const text = 'このメーターには、同じ写真がすでにあります。'
  const picture = await jpeg(0.3)
  const screen = await typed('41250', picture)
  await again()
  await photographed(screen, '41260', picture)
  const question = screen.getByRole('dialog', { name: '4,126.0 で確定しますか' })
  await expect.element(question.getByRole('listitem')).toHaveTextContent(text)
  await question.getByRole('button', { name: 'この値で確定' }).click()
  await expect.poll(stored).toEqual({ value: 4126, confirmedDoubts: ['same_picture'] })

  await again()
  await userEvent.upload(screen.getByLabelText('写真を撮る・選ぶ'), picture)
  await expect.element(screen.getByRole('spinbutton', { name: '千の位' })).toHaveFocus()
  await screen.getByRole('button', { name: '戻る' }).last().click()
  const send = screen.getByRole('button', { name: '写真だけを送信' })
  const asked = screen.getByRole('dialog', { name: '同じ写真を送信しますか' })
  await send.click()
  await expect.element(asked).toMatchTextContent(text)
  await asked.getByRole('button', { name: '戻る' }).click()
  await send.click()
  await asked.getByRole('button', { name: '送信', exact: true }).click()
  await expect.element(screen.getByText('写真だけを送信します')).toBeVisible()
})

test('on a low phone it stands under the photograph, with the last value and its answers at the thumb', async () => {
  await page.viewport(390, 664)
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  const screen = await typed('00410')
  const question = screen.getByRole('dialog', { name: '41.0 で確定しますか' })
  await expect.element(question.getByRole('definition').first()).toMatchTextContent(/^4,120\.5 /)
  await expect.element(screen.getByRole('button', { name: '修正する' })).toHaveFocus()
  const [{ top }, photo] = await settled(() => [
    question.element().getBoundingClientRect(),
    screen.getByRole('figure').element().getBoundingClientRect(),
  ])
  expect(photo.bottom).toBeLessThanOrEqual(top)
  expect(photo.height).toBeGreaterThanOrEqual(160)
  const buttons = question.getByRole('button').elements()
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'メーターを交換しました',
    'この値で確定',
    '修正する',
  ])
  const variants = buttons.map((each) => each.getAttribute('data-variant'))
  expect(variants).toEqual(['default', 'default', null])
  for (const each of buttons) {
    const { height, bottom } = each.getBoundingClientRect()
    expect(height).toBeGreaterThanOrEqual(56)
    expect(bottom).toBeLessThanOrEqual(664)
  }
})

test('correcting, Escape and the way back lead to what was typed', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  const screen = await typed('00410')
  const tens = screen.getByRole('spinbutton', { name: '十の位' })
  const confirm = screen.getByRole('button', { name: 'この値で確定' })
  const question = screen.getByRole('dialog')
  const ways = [
    () => userEvent.keyboard('{Escape}'),
    () => screen.getByRole('button', { name: '戻る' }).first().click(),
  ]
  for (const back of ways) {
    await expect.element(question).toBeVisible()
    expect(tens.query()).toBeNull()
    await expect.poll(() => question.element().contains(document.activeElement)).toBe(true)
    await back()
    await expect.element(tens).toHaveAttribute('aria-valuenow', '4')
    await expect.element(question).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement).not.toBe(document.body)
    await confirm.click()
  }
  await screen.getByRole('button', { name: '修正する' }).click()
  await screen.getByRole('spinbutton', { name: '千の位' }).click()
  await userEvent.keyboard('41250{Enter}')
  await expect.poll(stored).toEqual({ value: 4125, confirmedDoubts: [] })
})

test('behind 修正する the first key replaces the typed value that was asked about', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  const screen = await openCamera()
  await userEvent.upload(screen.getByLabelText('写真を撮る・選ぶ'), await jpeg())
  await screen.getByRole('button', { name: 'テンキー' }).click()
  const input = screen.getByRole('textbox', { name: '測定値' })
  const correct = screen.getByRole('button', { name: '修正する' })
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('9999{Enter}')
  await correct.click()
  await expect.element(input).toHaveFocus()
  await screen.getByRole('button', { name: '4', exact: true }).click()
  await expect.element(input).toHaveValue('4')
  await screen.getByRole('button', { name: '1', exact: true }).click()
  await expect.element(input).toHaveValue('41')

  await screen.getByRole('button', { name: 'この値で確定' }).click()
  await correct.click()
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('4125')
  await expect.element(input).toHaveValue('4125')
  await userEvent.keyboard('{Enter}')
  await expect.poll(stored).toEqual({ value: 4125, confirmedDoubts: [] })
})

test('a counter that runs backwards was replaced: old end and new start in one step, without signal', async () => {
  // All times are stored by the phone's clock.
  localStorage.setItem('clockOffset', '-10800000')
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  const screen = await typed('41250')
  await screen.getByRole('button', { name: 'もう一度撮影' }).click()
  await photographed(screen, '00035')
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent(/差−4,121\.5.*前回の 4,125\.0 より 4,121\.5 小さい値です。/)
  await dialog.getByRole('button', { name: 'メーターを交換しました' }).click()
  const end = screen.getByRole('textbox', { name: '旧メーターの最終値' })
  await type(end, '10000')
  const begin = screen.getByRole('textbox', { name: '新メーターの開始値' })
  await type(begin, '4')
  await screen.getByRole('button', { name: '交換を登録して確定' }).click()
  await expect.element(screen.getByText('5桁のメーターです。整数部は4桁までです')).toBeVisible()
  await expect.element(screen.getByText('いまの測定値（3.5）以下にしてください')).toBeVisible()
  await type(begin, '0')
  await type(end, '4124')
  await screen.getByRole('button', { name: '交換を登録して確定' }).click()
  const question = screen.getByRole('dialog', { name: '旧メーターの最終値を 4,124.0 で登録しますか' })
  await expect.element(question).toMatchTextContent(/前回の 4,125\.0 より 1\.0 小さい値です。/)
  await question.getByRole('button', { name: '修正する' }).click()
  await type(end, '4131.2')
  await screen.getByRole('button', { name: '交換を登録して確定' }).click()
  await expect.poll(stored).toEqual({ value: 3.5, confirmedDoubts: [] })
  // Newest first: the replacement is sent before the photograph of the new meter, and lies between the two.
  const rows = await listRows(anAccount().id)
  expect(rows).toMatchObject([
    { kind: 'capture', state: 'queued' },
    { kind: 'replacement', state: 'queued', oldEnd: 4131.2, newStart: 0, meterId: counter.id },
    { kind: 'capture', state: 'queued' },
  ])
  const times = rows.map((row) => (isReplacement(row) ? row.replacedAt : savedAtOf(row)))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  await screen.getByRole('button', { name: 'もう一度撮影' }).click()
  const last = screen.getByRole('definition').first()
  await expect.element(last).toMatchTextContent(/^3\.5.*未送信$/)
})
