// Covers docs/requirements.md: 304, 625

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { categoryType } from '../../../contract/categories.ts'
import type { Reading } from '../../../contract/readings.ts'
import { show } from '../../../tests/support/components/show.tsx'
import { aReading } from '../../../tests/support/responses/readings.ts'
import { AssistDialog } from './AssistDialog.tsx'

const picture = new URL('../../../tests/fixtures/reader/round.png', import.meta.url).href
const other = new URL('../../../tests/fixtures/reader/counter.png', import.meta.url).href

/** The network's answers: readings, missing pictures. */
const server = { readings: [] as Reading[], asked: [] as URL[], down: false }
const fetched = globalThis.fetch
beforeEach(async () => {
  Object.assign(server, { readings: [], asked: [], down: false })
  await page.viewport(390, 844)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : `${input}`, location.href)
    if (!address.pathname.startsWith('/api/')) return fetched(input, init)
    server.asked.push(address)
    if (server.down) throw new TypeError('no network')
    if (address.pathname.includes('gone')) return new Response(null, { status: 404 })
    return Response.json({ success: true, data: server.readings, count: server.readings.length })
  })
})
afterEach(() => vi.restoreAllMocks())

async function tryOut(client = new QueryClient({ defaultOptions: { queries: { retry: false } } })) {
  const screen = await show(
    <QueryClientProvider client={client}>
      <AssistDialog
        opened
        onClose={vi.fn()}
        picture={picture}
        category={categoryType.circle}
        value={{ settings: '225:0,0:0.5,135:1', pins: { axis: { x: 0.5, y: 0.486 }, radius: 0.231 } }}
        range={{ start: 0, end: 1 }}
        digits={{ digitNumber: null, decimalPoint: 2 }}
        boost={false}
        area={null}
        meterId={3}
        meterName=""
        hasReadings={false}
        unit="MPa"
        onRegister={vi.fn()}
        onInitialise={vi.fn()}
      />
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: '試し読み' }).click()
  const result = screen.getByRole('region', { name: '試し読みの結果' })
  await expect.element(result).toBeVisible()
  return { screen, result, client, rows: result.getByRole('listitem') }
}

test('this picture and the meter’s last ten are read and held against what the system keeps', async () => {
  server.readings = [
    aReading({ id: 1, value: 0.62, image: picture }),
    aReading({ id: 2, value: 0.31, image: picture }),
    aReading({ id: 3, value: null, image: picture }),
    aReading({ id: 4, value: 0.62, image: other }),
    aReading({ id: 5, value: 0.62, image: '/api/v1/gone.png' }),
    aReading({ id: 6, value: null, read_state: 3, image: picture }),
  ]
  const { result, rows } = await tryOut()
  await expect
    .element(result.getByText('7 枚のうち 5 枚で値を読み取りました。', { exact: false }))
    .toBeVisible()
  const query = server.asked[0]?.searchParams
  expect([query?.get('meter_ids'), query?.get('is_image'), query?.get('limit')]).toEqual(['3', '1', '10'])
  await expect.element(rows.nth(0)).toMatchTextContent(/この画像.*0\.62 MPa.*信頼度 高/)
  await expect.element(rows.nth(1)).toMatchTextContent(/0\.62 MPa.*登録値 0\.62 MPa.*一致/)
  await expect.element(rows.nth(2)).toMatchTextContent(/0\.62.*登録値 0\.31.*不一致/)
  await expect.element(rows.nth(3)).toMatchTextContent(/0\.62.*登録値 データ無し/)
  await expect.element(rows.nth(4)).toMatchTextContent(/読み取れません.*別のメーターの可能性があります/)
  await expect.element(rows.nth(5)).toMatchTextContent(/画像を取得できません/)
  await expect.element(rows.nth(6)).toMatchTextContent(/0\.62.*登録値 設定待ち/)
  // The frame lies over the picture.
  await expect.poll(() => rows.nth(1).element().querySelectorAll('img').length).toBe(2)
})

test('it can be stopped: what was not read yet says so', async () => {
  server.readings = Array.from({ length: 10 }, (_, index) => aReading({ id: index + 1, image: picture }))
  const { result, rows } = await tryOut()
  await expect.element(result.getByText(/^11 枚のうち/)).toBeVisible()
  await result.getByRole('button', { name: '中止' }).click()
  await expect.element(result.getByText(/^中止しました/)).toBeVisible()
  await expect.element(rows.last()).toMatchTextContent(/中止/)
  await result.getByRole('button', { name: 'もう一度' }).click()
  await expect.element(result.getByRole('button', { name: '中止' })).toBeVisible()
})

test('without signal this picture is read and the rest is said to be missing', async () => {
  server.down = true
  const { result, rows } = await tryOut()
  await expect.element(rows.nth(0).getByText('0.62 MPa')).toBeVisible()
  await expect.element(result.getByText(/一覧を取得できません/)).toBeVisible()
  expect(rows.elements()).toHaveLength(1)
})

test('without signal the readings that were seen last are tried by the pictures that are still held', async () => {
  server.readings = [aReading({ id: 1, value: 0.62, image: picture })]
  const first = await tryOut()
  await expect.element(first.result.getByText(/2 枚のうち 2 枚で/)).toBeVisible()
  await first.client.invalidateQueries()
  server.down = true
  await first.result.getByRole('button', { name: 'もう一度' }).click()
  await expect.element(first.result.getByText(/2 枚のうち 2 枚で/)).toBeVisible()
})
