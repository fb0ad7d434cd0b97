// Covers docs/requirements.md: 975, 976, 977, 978, 979, 980, 1006, 1011, 1013, 1015, 1016

import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { anItem, itemsOf, openReview, readBy } from '../../../tests/support/components/review-screen.tsx'

afterEach(() => vi.restoreAllMocks())

test('Enter every 150 ms on a slow line decides only items whose picture was on the screen', async () => {
  await page.viewport(1440, 900)
  let turn = 0
  const { decided, decoded, ready } = await openReview(itemsOf(25), {
    delay: () => [40, 400, 120, 700, 250][turn++ % 5] ?? 0,
  })
  await ready(1)
  const meant: number[] = []
  while (meant.length < 25) {
    const item = document.querySelector<HTMLElement>('[data-review]')
    const picture = item?.querySelector('img')
    const isSeen = item?.getAttribute('aria-busy') === 'false' && decoded.has(picture?.src ?? '')
    const id = Number(item?.dataset.review)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 150))
    const isDecided = document.querySelector<HTMLElement>('[data-review]')?.dataset.review !== String(id)
    if (isDecided) {
      expect(isSeen).toBe(true)
      meant.push(id)
    }
  }
  await expect.poll(() => decided.length).toBe(25)
  expect(decided).toEqual(meant.map((id) => ({ id, value: readBy(id) })))
  expect(new Set(meant).size).toBe(25)
})

test('digits overwrite, arrows choose and step a digit, and the value is corrected', async () => {
  await page.viewport(1440, 900)
  const { decided, ready, screen } = await openReview(itemsOf(2))
  await ready(1)
  // 0.401: the second digit becomes 5, the last one 2.
  await userEvent.keyboard('{ArrowRight}5{ArrowRight}{ArrowUp}')
  await expect.element(screen.getByRole('group', { name: '値 0.502' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => decided).toEqual([{ id: 1, value: 0.502 }])
  await ready(2)
})

test('J, K and S move without a decision, and Z takes the last one back', async () => {
  await page.viewport(1440, 900)
  const { decided, undone, ready, shown, screen } = await openReview(itemsOf(3))
  await ready(1)
  await userEvent.keyboard('j')
  await ready(2)
  await userEvent.keyboard('k')
  await ready(1)
  await userEvent.keyboard('s')
  await ready(2)
  expect(decided).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('「計器2」を 0.402 で確定しました')).toBeVisible()
  await ready(3)
  await userEvent.keyboard('z')
  await shown(2)
  expect(undone).toEqual([2])
  await ready(2)
  await userEvent.keyboard('{Enter}')
  await ready(3)
  await userEvent.keyboard('{Enter}')
  // あとで: behind all others.
  await ready(1)
})

test('R asks for another photograph of a meter on a round, Z takes that back, and it says so', async () => {
  await page.viewport(1440, 900)
  const onRound = { device: { id: 9, name: '巡回', type: 5, status: 1 }, inspection_id: 7 } as const
  const { decided, retakes, ready, screen } = await openReview(itemsOf(2), { meter: onRound })
  await ready(1)
  await userEvent.keyboard('r')
  await expect.element(screen.getByText('「計器1」の撮り直しを点検ルートの担当者に頼みました')).toBeVisible()
  await ready(2)
  await expect.poll(() => retakes).toEqual(['POST 1'])
  await userEvent.keyboard('z')
  await ready(1)
  expect(retakes).toEqual(['POST 1', 'DELETE 1'])
  await screen.getByRole('button', { name: '撮り直し', exact: true }).click()
  await ready(2)
  await expect.poll(() => retakes).toEqual(['POST 1', 'DELETE 1', 'POST 1'])
  expect(decided).toEqual([])
})

test('R says where no photograph can be asked for, or was asked for already', async () => {
  await page.viewport(1440, 900)
  const [first, second] = itemsOf(2)
  const retake = { requested_by: '佐藤', requested_at: '2026-11-20T15:00:00+09:00' }
  const { retakes, ready, screen } = await openReview([{ ...first, retake }, second] as never)
  await ready(1)
  await expect.element(screen.getByText('撮り直し依頼（佐藤）')).toBeVisible()
  await userEvent.keyboard('r')
  await expect.element(screen.getByText('この測定値の撮り直しは、もう頼んであります')).toBeVisible()
  await userEvent.keyboard('j')
  await ready(2)
  await userEvent.keyboard('r')
  await expect
    .element(screen.getByText('撮り直しは、点検ルートで撮影するメーターにだけ頼めます'))
    .toBeVisible()
  expect(retakes).toEqual([])
})

test('a reading that comes without its value is typed, and comes back where both differ', async () => {
  await page.viewport(1440, 900)
  const blind = (id: number) => ({
    ...anItem(id, { value: null, read_value: null, confidence: null, state: undefined }),
    is_blind: true as const,
    reasons: ['blind' as const],
  })
  const { decided, ready, screen } = await openReview([blind(1), blind(2)], { seen: { 1: 0.401, 2: 0.402 } })
  await ready(1)
  await expect.element(screen.getByText('抜き取り確認（読取値を見ずに入力）')).toBeVisible()
  await expect.element(screen.getByText(/^読取の精度を確かめる測定値です。/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText(/^写真の値を入力してください/)).toBeVisible()
  await userEvent.keyboard('0.401{Enter}')
  await ready(2)
  await userEvent.keyboard('0.5{Enter}')
  await expect.element(screen.getByText(/読取値は 0.402、入力した値は 0.500 です/)).toBeVisible()
  await ready(2)
  await expect.element(screen.getByText('抜き取り確認で入力された値と違います')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => decided).toEqual([{ id: 2, value: 0.402 }])
})

test('what another reviewer has is passed over, and counts as what waits until the end of the list', async () => {
  await page.viewport(1440, 900)
  const { ready, screen } = await openReview(itemsOf(2), { lentToAnother: [1] })
  await ready(2)
  await expect.element(screen.getByText('2件', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('ここで見る測定値は終わりました')).toBeVisible()
  await expect.element(screen.getByText(/^残り1件は、まだ読み込んでいないか/)).toBeVisible()
})

test('a reading is decided only once it is lent', async () => {
  await page.viewport(1440, 900)
  const loans = Promise.withResolvers<void>()
  const { decided, ready, screen } = await openReview(itemsOf(2), { loansCome: () => loans.promise })
  await expect.element(screen.getByText('今回')).toBeVisible()
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  await userEvent.keyboard('{Enter}')
  loans.resolve()
  await ready(1)
  expect(decided).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => decided).toEqual([{ id: 1, value: readBy(1) }])
})

test('an unreadable picture is confirmed without a value only when asked, and with a typed one', async () => {
  await page.viewport(1440, 900)
  const empty = { value: null, read_value: null, confidence: null }
  const { decided, ready, screen } = await openReview([anItem(1, empty), anItem(2, empty)])
  await ready(1)
  await userEvent.keyboard('{Enter}')
  const question = screen.getByRole('dialog', { name: '値なしで確定しますか' })
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: '値なしで確定' }).click()
  await ready(2)
  await userEvent.keyboard('-0.7{Enter}')
  await expect.poll(() => decided.length).toBe(2)
  expect(decided).toEqual([
    { id: 1, value: null },
    { id: 2, value: -0.7 },
  ])
})

test('a decision that could not be stored comes back', async () => {
  await page.viewport(1440, 900)
  let isFirst = true
  const { shown, ready, screen } = await openReview(itemsOf(2), {
    fails: () => {
      const fails = isFirst
      isFirst = false
      return fails
    },
  })
  await ready(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('「計器1」の値を確定できませんでした')).toBeVisible()
  await shown(1)
})

test.each([390, 820])('by thumbs the same: %i px', async (width) => {
  await page.viewport(width, 900)
  const { decided, ready, screen } = await openReview(itemsOf(2))
  await ready(1)
  await screen.getByRole('button', { name: '値を直す' }).click()
  await screen.getByRole('button', { name: '7', exact: true }).click()
  await screen.getByRole('button', { name: '1つ進める' }).click()
  await screen.getByRole('button', { name: /^確定して次へ/ }).click()
  await ready(2)
  await expect.poll(() => decided).toEqual([{ id: 1, value: 7.501 }])
  await screen.getByRole('button', { name: 'あとで' }).click()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
