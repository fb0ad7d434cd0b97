// Covers docs/requirements.md: 562, 592

import { expect, test, vi } from 'vitest'
import type { Meter } from '../../../../contract/meters.ts'
import { readState } from '../../../../contract/values/abnormal.ts'
import {
  change,
  changing,
  facts,
  serveFacts,
  server,
} from '../../../../tests/support/components/reading-facts.tsx'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'

serveFacts()

const image = '/api/v1/pictures/1/abc/original?expires=1&signature=x'

/** A reading that waits, of a meter of the category. */
async function open(category: number, over: Partial<Meter> = {}) {
  const reading = aReading({
    value: null,
    read_value: null,
    confidence: null,
    read_state: readState.waiting,
    image,
  })
  const meter = aMeter({ meter_category_id: category, ...over })
  server.answer = changing(meter)
  const shown = await facts({ ...reading, meter: { ...reading.meter, meter_category_id: category } }, meter)
  return { ...shown, press: shown.screen.getByRole('button', { name: 'この写真をメーター画像にする' }) }
}

async function photograph(): Promise<Blob> {
  const canvas = new OffscreenCanvas(64, 48)
  canvas.getContext('2d')?.fillRect(0, 0, 64, 48)
  return canvas.convertToBlob({ type: 'image/jpeg' })
}

/** Lets the reading's picture load. */
async function answerPhotograph() {
  const picture = await photograph()
  const ask = vi.mocked(fetch).getMockImplementation()
  vi.mocked(fetch).mockImplementation(async (input, init) =>
    input === image ? new Response(picture) : (ask?.(input, init) ?? Response.error()),
  )
}

test.each([
  [1, 'AIアシスト設定が未登録です'],
  [5, '読取位置が未登録です'],
])(
  'a picture of category %i that waits says so and what is missing, and one press makes it the meter’s',
  async (category, gap) => {
    const { screen, row, press } = await open(category)
    await expect.element(row('測定値')).toMatchTextContent(/設定待ち/)
    await expect.element(row('測定値')).not.toMatchTextContent(/データ無し|異常/)
    await expect.element(screen.getByText(new RegExp(`^${gap}。`))).toBeVisible()
    await answerPhotograph()
    await press.click()
    await expect.element(screen.getByText(/^「.+」のメーター画像を登録しました$/)).toBeVisible()
    // The meter's screen opens with the dialog that is missing.
    await expect.element(press).not.toBeInTheDocument()
    expect(await change()).toEqual({ image_base64: expect.stringMatching(/^\/9j\//) })
  },
)

test('a meter that has a picture can keep it', async () => {
  const { screen } = await open(1, { image: '/picture' })
  const keep = screen.getByRole('button', { name: '登録済みの画像で設定する' })
  await keep.click()
  await expect.element(keep).not.toBeInTheDocument()
  expect(server.asked).toEqual([])
})

test('a meter that lacks only its range keeps its read position, unless a person agrees to replace it', async () => {
  const { screen, press } = await open(5, {
    image: '/picture',
    area: '0.1@0.1:0.9@0.9',
    start_value: null,
    end_value: null,
  })
  const buttons = screen.getByRole('button', {
    name: /この写真をメーター画像にする|登録済みの画像で設定する/,
  })
  await expect.element(buttons.first()).toHaveTextContent('登録済みの画像で設定する')
  await expect.element(buttons.first()).not.toHaveAttribute('data-variant', 'default')
  await expect.element(press).toHaveAttribute('data-variant', 'default')
  await press.click()
  const question = screen.getByRole('dialog', { name: 'メーター画像の変更' })
  await expect
    .element(question)
    .toMatchTextContent(/メーター画像を、この写真に置き換えます。AIアシスト設定と読取位置設定は消去されます/)
  await question.getByRole('button', { name: 'キャンセル' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(server.asked).toEqual([])
  await answerPhotograph()
  await press.click()
  await question.getByRole('button', { name: '変更' }).click()
  await expect.element(press).not.toBeInTheDocument()
  expect(await change()).toEqual({ image_base64: expect.stringMatching(/^\/9j\//) })
})

test('offline it says where to set the meter up instead', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { screen, press } = await open(1)
  await expect.element(screen.getByText(/^オフラインのため設定できません。/)).toBeVisible()
  await expect.element(press).not.toBeInTheDocument()
})

test('of a category that cannot be read a typed value is asked for instead', async () => {
  const { screen, row, press } = await open(7)
  await expect.element(row('測定値')).toMatchTextContent(/入力待ち/)
  const note = screen.getByRole('region', { name: '入力待ち' })
  await expect
    .element(note)
    .toMatchTextContent(
      /このメーター種別は自動で読み取れません。写真を見て、下の「値を入力」で測定値を入力してください。/,
    )
  // Above the facts, as 設定待ち.
  const isAbove = note.element().compareDocumentPosition(row('メーター名').element())
  expect(isAbove & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await expect.element(press).not.toBeInTheDocument()
  await row('測定値').getByRole('button', { name: '値を入力' }).click()
  await expect.element(screen.getByRole('textbox', { name: '測定値' })).toHaveFocus()
})
