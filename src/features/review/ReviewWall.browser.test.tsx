// Covers docs/requirements.md: 1008, 1009, 1010

import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { anItem, openReview } from '../../../tests/support/components/review-screen.tsx'

afterEach(() => vi.restoreAllMocks())

/** Three of one value and two of another, with one that is compared with none. */
const items = [0.4, 0.5, 0.4, 0.5, 0.4, 0.6].map((value, index) =>
  anItem(index + 1, { value, read_value: value }),
)

async function openWall(line: Parameters<typeof openReview>[1] = {}) {
  const review = await openReview(items, line)
  await review.ready(1)
  await review.screen.getByRole('button', { name: '同じ値の壁' }).click()
  const crop = (id: number) => review.screen.getByRole('button', { name: `計器${id}は違う値` })
  const confirm = (count: number) =>
    review.screen.getByRole('button', { name: `残り${count}件を確定`, exact: true })
  const isReady = () =>
    expect.poll(() => document.querySelector('[data-wall]')?.getAttribute('aria-busy')).toBe('false')
  return { ...review, crop, confirm, isReady }
}

test.each([390, 820, 1440])(
  'wrong crops are pressed, and the others confirmed at once: %i px',
  async (width) => {
    await page.viewport(width, 900)
    const { screen, crop, confirm, isReady, decided, undone, shown } = await openWall()
    const heading = screen.getByRole('heading', { level: 2 })
    await expect.poll(() => heading.elements().map((each) => each.textContent)).toEqual(['0.400', '0.500'])
    await isReady()
    await crop(3).click()
    await expect.element(crop(3)).toHaveAttribute('aria-pressed', 'true')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await confirm(4).click()
    await expect.element(screen.getByText('4件を確定しました')).toBeVisible()
    await expect
      .poll(() => decided.toSorted((a, b) => a.id - b.id))
      .toEqual([1, 2, 4, 5].map((id) => ({ id, value: items[id - 1]?.reading.value })))
    // The wrong one is not shown again here, but one by one.
    await expect.element(screen.getByText('同じ値の測定値はありません')).toBeVisible()
    await screen.getByRole('button', { name: /^元に戻す/ }).click()
    await expect.element(confirm(4)).toBeVisible()
    expect(undone.toSorted((a, b) => a - b)).toEqual([1, 2, 4, 5])
    await crop(1).click()
    await crop(2).click()
    await isReady()
    await screen.getByRole('button', { name: '1件ずつ' }).click()
    await expect.element(screen.getByText('1/6件目')).toBeVisible()
    await shown(1)
  },
)

test('by keys: W opens it, and a double press confirms no other ones', async () => {
  await page.viewport(1440, 900)
  const { screen, crop, confirm, isReady, decided } = await openWall({ leftOut: [5] })
  await userEvent.keyboard('w')
  await expect.element(screen.getByText(/件目$/)).toBeVisible()
  await userEvent.keyboard('w')
  await isReady()
  ;(crop(3).element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(crop(3)).toHaveAttribute('aria-pressed', 'true')
  ;(confirm(4).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(screen.getByText('1件は確定していません。1件ずつ確認してください。')).toBeVisible()
  await expect.poll(() => decided.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 2, 4])
  await userEvent.keyboard('w')
  await expect.element(screen.getByText('1/3件目')).toBeVisible()
})

test('nothing is confirmed before all crops are decoded', async () => {
  await page.viewport(1440, 900)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const last = items[4]?.reading.result_thumbnail
  const pictureComes = (url: string) => (url === last ? released : Promise.resolve())
  const { confirm, decided, isReady, screen } = await openWall({ pictureComes })
  await expect.element(confirm(5)).toHaveAttribute('aria-disabled', 'true')
  await confirm(5).click({ force: true })
  release()
  await isReady()
  expect(decided).toEqual([])
  await confirm(5).click()
  await expect.element(screen.getByText('5件を確定しました')).toBeVisible()
  await expect.poll(() => decided.length).toBe(5)
})
