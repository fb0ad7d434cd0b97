import { expect, test, vi } from 'vitest'
import { readState } from '../../../contract/abnormal.ts'
import type { Meter } from '../../../contract/meters.ts'
import { aMeter } from '../../../tests/support/meters.ts'
import { change, changing, facts, serveFacts, server } from '../../../tests/support/reading-facts.tsx'
import { aReading } from '../../../tests/support/readings.ts'

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
    const picture = await photograph()
    const ask = vi.mocked(fetch).getMockImplementation()
    vi.mocked(fetch).mockImplementation(async (input, init) =>
      input === image ? new Response(picture) : (ask?.(input, init) ?? Response.error()),
    )
    await press.click()
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

test('offline it says where to set the meter up instead', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { screen, press } = await open(1)
  await expect.element(screen.getByText(/^オフラインのため設定できません。/)).toBeVisible()
  await expect.element(press).not.toBeInTheDocument()
})

test('of a category that cannot be read a typed value is asked for instead', async () => {
  const { screen, row, press } = await open(7)
  await expect.element(row('測定値')).toMatchTextContent(/入力待ち.*自動で読み取れません/)
  await expect.element(press).not.toBeInTheDocument()
  await row('測定値').getByRole('button', { name: '値を入力' }).click()
  await expect.element(screen.getByRole('textbox', { name: '測定値' })).toHaveFocus()
})
