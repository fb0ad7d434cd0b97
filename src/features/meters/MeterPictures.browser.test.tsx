// Covers docs/requirements.md: 110

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { aReading } from '../../../tests/support/responses/readings.ts'
import { readingKeys } from '../../lib/queries/readings.ts'
import { MeterPictures } from './MeterPictures.tsx'

afterEach(() => vi.restoreAllMocks())

const [registered, framed, taken, small] = ['registered', 'framed', 'taken', 'small'].map(
  (name) => `data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=#${name}`,
)

const last = {
  id: 7,
  value: 0.42,
  created_at: new Date().toISOString(),
  is_abnormal: false,
  is_unsure: false,
  read_state: 1,
  thumbnail: small ?? null,
} as const

const showPictures = (meter: ReturnType<typeof aMeter>, known = true) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  const reading = aReading({ image: taken ?? null, result_image: framed ?? null })
  if (known) client.setQueryData(readingKeys.one(7), reading)
  return show(
    <QueryClientProvider client={client}>
      <MeterPictures meter={meter} />
    </QueryClientProvider>,
  )
}

test('a meter shows its last photograph with its time first, and its registered picture by that name', async () => {
  const screen = await showPictures(aMeter({ image: registered ?? null, last_reading: last }))
  const [first, second] = screen.getByRole('heading').elements()
  expect(first?.textContent).toMatch(/^最新の写真（今日 \d\d:\d\d/)
  expect(second?.textContent).toBe('メーター画像（登録時）')
  const pictures = [
    screen.getByRole('img', { name: 'No.3 冷却水圧力の最新の写真' }),
    screen.getByRole('img', { name: 'No.3 冷却水圧力のメーター画像' }),
  ]
  await expect.element(screen.getByRole('region', { name: /^最新の写真/ }).getByRole('img')).toBeVisible()
  await expect
    .element(screen.getByRole('region', { name: 'メーター画像（登録時）' }).getByRole('img'))
    .toBeVisible()
  await expect.element(pictures[0] ?? null).toHaveAttribute('src', framed)
  await expect.element(pictures[1] ?? null).toHaveAttribute('src', registered)
})

test('without a photograph of its last reading the registered picture still says what it is', async () => {
  const screen = await showPictures(
    aMeter({ image: registered ?? null, last_reading: { ...last, thumbnail: null } }),
  )
  await expect.element(screen.getByRole('heading')).toMatchTextContent('メーター画像（登録時）')
  await expect.element(screen.getByRole('img')).toHaveAttribute('src', registered)
})

test('of a last photograph that has not come the small one is shown, but not saved as the original', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  const screen = await showPictures(aMeter({ image: registered ?? null, last_reading: last }), false)
  const latest = screen.getByRole('region', { name: /^最新の写真/ })
  await expect.element(latest.getByRole('img')).toHaveAttribute('src', small)
  await expect.element(latest).toMatchTextContent(/縮小した画像を表示しています/)
  await expect.element(latest.getByRole('link')).not.toBeInTheDocument()
})
