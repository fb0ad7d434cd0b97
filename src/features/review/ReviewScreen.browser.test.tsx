// Covers docs/requirements.md: 975, 976, 977, 978, 979, 980, 1015

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { aReading } from '../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { ReviewScreen } from './ReviewScreen.tsx'

afterEach(() => vi.restoreAllMocks())

const pictureOf = (text: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><text y="30">${text}</text></svg>`)}`

const readBy = (id: number) => (400 + id) / 1000

function anItem(id: number, over: Partial<ReviewItem['reading']> = {}): ReviewItem {
  const reading = aReading({
    id,
    value: readBy(id),
    read_value: readBy(id),
    confidence: 0.4,
    result_thumbnail: pictureOf(`${id}`),
    ...over,
  })
  reading.meter = { ...reading.meter, name: `計器${id}`, decimal_point: 3 }
  return { reading, reasons: ['unsure'], previous: null, usual: null, closing: null, alert_id: null }
}

const meter = aMeter({
  decimal_point: 3,
  start_value: null,
  end_value: null,
  emergency_start_value: null,
  emergency_end_value: null,
})

interface Decision {
  id: number
  value: number | null
}

interface Line {
  /** Milliseconds that each answer takes. */
  delay?: () => number
  /** Readings that another reviewer has. */
  lentToAnother?: readonly number[]
  fails?: (decision: Decision) => boolean
}

async function open(
  items: readonly ReviewItem[],
  { delay = () => 0, lentToAnother = [], fails = () => false }: Line = {},
) {
  const decided: Decision[] = []
  const undone: number[] = []
  const decoded = new Set<string>()
  const byId = new Map(items.map((item) => [item.reading.id, item.reading]))
  const pause = () => new Promise((resolve) => setTimeout(resolve, delay()))
  const decode = HTMLImageElement.prototype.decode
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(async function (this: HTMLImageElement) {
    await pause()
    await decode.call(this)
    decoded.add(this.src)
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const answer = (data: unknown, more = {}) => Response.json({ success: true, data, ...more })
    const [, id] = /meter-value\/(\d+)/.exec(pathname) ?? []
    const reading = byId.get(Number(id))
    const body: unknown = request.method === 'PUT' ? await request.json() : null
    if (reading && request.method === 'PUT') {
      const decision = { id: reading.id, value: (body as { value: number | null }).value }
      if (fails(decision)) return new Response(null, { status: 500 })
      decided.push(decision)
    }
    if (reading && request.method === 'POST') undone.push(reading.id)
    await pause()
    if (reading) return answer({ ...reading, updated_at: '2026-11-21T09:00:00+09:00' })
    if (pathname.endsWith('/review')) return answer(items, { count: items.length })
    if (pathname.endsWith('/review/count'))
      return answer({ count: items.length - decided.length + undone.length })
    if (pathname.endsWith('/loans')) {
      const ids = (body as { reading_ids: number[] }).reading_ids.filter(
        (each) => !lentToAnother.includes(each),
      )
      const lent = ids.map((each) => ({ reading_id: each, updated_at: byId.get(each)?.updated_at }))
      return answer({ until: '2026-11-20T15:00:00+09:00', lent })
    }
    if (pathname.endsWith('/values-around')) return answer({ before: null, after: null })
    if (/\/meters\/\d+$/.test(pathname)) return answer({ ...meter, updated_by: null })
    return new Response(null, { status: 404 })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryDefaults(unitsQuery.queryKey, { staleTime: 'static', initialData: [] })
  client.setQueryDefaults(categoriesQuery.queryKey, {
    staleTime: 'static',
    initialData: [{ id: 1, name: '円形', type: 0, image: null } as never],
  })
  const screen = await showRouted(client, <ReviewScreen readingId={undefined} />, ['/meter-value/$id'])
  const shown = (id: number) =>
    expect.element(screen.getByRole('heading', { name: `計器${id}`, exact: true })).toBeVisible()
  const ready = async (id: number) => {
    await shown(id)
    await expect
      .element(screen.getByRole('region', { name: `計器${id}` }))
      .toHaveAttribute('aria-busy', 'false')
  }
  return { screen, decided, undone, decoded, shown, ready }
}

const items = (count: number) => Array.from({ length: count }, (_, index) => anItem(index + 1))

test('Enter every 150 ms on a slow line decides only items whose picture was on the screen', async () => {
  await page.viewport(1440, 900)
  let turn = 0
  const { decided, decoded, ready } = await open(items(25), {
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
  const { decided, ready, screen } = await open(items(2))
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
  const { decided, undone, ready, shown, screen } = await open(items(3))
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

test('what another reviewer has is passed over, and counts as what waits until the end of the list', async () => {
  await page.viewport(1440, 900)
  const { ready, screen } = await open(items(2), { lentToAnother: [1] })
  await ready(2)
  await expect.element(screen.getByText('2件', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('ここで見る測定値は終わりました')).toBeVisible()
  await expect.element(screen.getByText(/^残り1件は、まだ読み込んでいないか/)).toBeVisible()
})

test('an unreadable picture is confirmed without a value only when asked, and with a typed one', async () => {
  await page.viewport(1440, 900)
  const empty = { value: null, read_value: null, confidence: null }
  const { decided, ready, screen } = await open([anItem(1, empty), anItem(2, empty)])
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
  const { shown, ready, screen } = await open(items(2), {
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
  const { decided, ready, screen } = await open(items(2))
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
