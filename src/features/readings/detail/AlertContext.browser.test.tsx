// Covers docs/requirements.md: 607, 1071

import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Alert } from '../../../../contract/alerts.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { swipe } from '../../../../tests/support/components/touch.ts'
import { anAlert, aRuleAlert } from '../../../../tests/support/responses/alert.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { unitsQuery } from '../../../lib/queries/units.ts'
import { AlertContext } from './AlertContext.tsx'
import { useSwipe } from './useSwipe.ts'

const at = (day: number, time = '14:03') => `2026-11-${day}T${time}:00+09:00`

/** An alert of 2026-11-20, judged by another range than the meter has by now. */
const alert = anAlert({ id: 12, created_at: at(20), updated_at: at(20) })
alert.meter_value.meter.emergency_start_value = 5

/** The answers of the server, and the queries of its requests by the end of their paths. */
const server = {
  points: [] as { day: number; value: number | null; abnormal?: boolean }[],
  alerts: [] as Alert[],
  count: 0,
  fails: false,
  asked: new Map<string, URLSearchParams>(),
}

beforeEach(async () => {
  await page.viewport(390, 844)
  server.points = [
    { day: 14, value: 0.42 },
    { day: 17, value: 0.4 },
    { day: 20, value: 0.95, abnormal: true },
    { day: 22, value: 0.3 },
  ]
  server.alerts = [alert]
  server.count = 1
  server.fails = false
  server.asked.clear()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(new Request(input, init).url)
    server.asked.set(pathname.split('/').at(-1) ?? '', searchParams)
    if (server.fails) {
      const failure = { success: false, code: 'internal', messages: [''], request_id: 'r1' }
      return Response.json(failure, { status: 500 })
    }
    if (pathname.endsWith('/meter-alerts'))
      return Response.json({ success: true, data: server.alerts, count: server.count })
    if (!pathname.endsWith('/series')) return Response.json({ success: true, data: [], count: 0 })
    const points = server.points.map(({ day, value, abnormal = false }) => ({
      id: day,
      created_at: at(day),
      value,
      is_abnormal: abnormal,
      read_state: null,
    }))
    const series = { meter_id: 3, count: points.length, unconfirmed_times: 0, points, latest: aReading() }
    return Response.json({ success: true, data: [series] })
  })
})
afterEach(() => vi.restoreAllMocks())

const [onBefore, onAfter] = [vi.fn(), vi.fn()]

/** As in the dialog, where swipes move on. */
function Swiped({ children }: { children: ReactNode }) {
  return <div {...useSwipe(onBefore, onAfter)}>{children}</div>
}

async function open(shown = alert) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  const screen = await showRouted(
    client,
    <Swiped>
      <AlertContext alert={shown} />
    </Swiped>,
    ['/meter-value/$id'],
  )
  return {
    screen,
    chart: screen.getByRole('application', { name: 'No.3 冷却水圧力の前後7日間の測定値（MPa）' }),
    earlier: screen.getByRole('list', { name: '以前のアラートの一覧' }).getByRole('listitem'),
  }
}

test('a graph shows 7 days before and after the alert, with its range and its reading, also in words', async () => {
  const { screen, chart } = await open()
  await expect.element(chart).toBeVisible()
  expect(server.asked.get('series')?.get('meter_ids')).toBe('3')
  expect(server.asked.get('series')?.get('recorded_span')).toBe('2026-11-13-14-03>,2026-11-27-14-03<')
  await expect.element(screen.getByText(/^アラートの測定値 0\.95 MPa（/)).toMatchTextContent(/14:03/)
  await expect.element(screen.getByText('測定値 4 件、最小 0.30 MPa、最大 0.95 MPa')).toBeVisible()
  await expect.element(screen.getByText('異常範囲 0.80 〜 1.00 MPa', { exact: true })).toBeVisible()
  const stage = chart.element()
  const lines = () => stage.querySelectorAll('path[fill=none][stroke^="var(--series"]').length
  await expect.poll(lines).toBe(1)
  expect(stage.querySelectorAll('path[fill="var(--abnormal-band)"]')).toHaveLength(1)
  // From the 13th to the 22nd: the alert is at 7 of 9 days.
  const mark = screen.getByText('アラート', { exact: true }).element().parentElement
  const { left, width } = stage.getBoundingClientRect()
  const share = ((mark?.getBoundingClientRect().left ?? 0) - left) / width
  expect(share).toBeGreaterThan(0.6)
  expect(share).toBeLessThan(0.85)
  expect(stage.querySelectorAll('div[style*="--abnormal-edge"]')).toHaveLength(1)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('the graph is walked by keys and fingers without moving to another alert, and a point opens its reading', async () => {
  const { screen, chart } = await open()
  const said = chart.getByRole('status')
  await expect.element(said).toHaveTextContent('')
  const stage = chart.element()
  if (!(stage instanceof HTMLElement)) throw new Error('no graph')
  const { left, top, width, height } = stage.getBoundingClientRect()
  const y = top + height / 2
  const along = [0.3, 0.5, 0.7].map((share) => ({ x: left + width * share, y }))
  await swipe(along)
  expect([onBefore.mock.calls, onAfter.mock.calls]).toEqual([[], []])
  await screen.getByRole('button', { name: '表で見る' }).click()
  const rows = screen.getByRole('region', { name: '前後7日間の測定値の表' }).getByRole('row')
  await expect.poll(() => rows.elements().length).toBe(5)
  stage.focus()
  await userEvent.keyboard('{End}')
  await expect.element(said).toMatchTextContent(/2026\/11\/22 14:03:00、0\.30 MPa/)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(said).toMatchTextContent(/2026\/11\/20 14:03:00、0\.95 MPa、異常/)
  await userEvent.keyboard('{Enter}')
  await expect.element(chart).not.toBeInTheDocument()
})

test('a range outside the graph is named without being drawn', async () => {
  const { screen, chart } = await open({ ...alert, emergency_start_value: 50, emergency_end_value: 90 })
  await expect.element(chart).toBeVisible()
  await expect.element(screen.getByText('異常範囲 50.00 〜 90.00 MPa（グラフの外）')).toBeVisible()
})

test('a graph of a rule’s alert shows the limits that opened it, also in words', async () => {
  const { created_at, updated_at } = alert
  const judged = aRuleAlert({ id: 12, created_at, updated_at })
  const limits = { warning: 0.5, alarm: 90 }
  const { screen, chart } = await open({
    ...judged,
    rule: { name: '', sentence: '', level: 'warning', limits },
  })
  await expect.element(screen.getByText('注意 0.50 MPa', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('警報 90.00 MPa（グラフの外）', { exact: true })).toBeVisible()
  const lines = () => [...chart.element().querySelectorAll<HTMLElement>('[data-limit]')]
  await expect.poll(() => lines().map(({ dataset }) => dataset['limit'])).toEqual(['注意'])
  // Between the readings 0.42 and 0.95.
  const { top, height } = chart.element().getBoundingClientRect()
  const share = ((lines()[0]?.getBoundingClientRect().top ?? 0) - top) / height
  expect(share).toBeGreaterThan(0.3)
  expect(share).toBeLessThan(0.8)
  await expect.element(screen.getByText(/^異常範囲/)).not.toBeInTheDocument()
})

test('earlier alerts say when, which value, why they ended and who confirmed them with what comment', async () => {
  const past = (id: number, day: number, over: Partial<Alert> = {}) =>
    anAlert({ id, created_at: at(day), is_alert: false, end_reason: 'value', ...over })
  const confirmed = {
    is_alerted: false,
    confirm_at: at(19, '15:00'),
    confirmed_by: '監督 花子',
    comment: '弁を閉めた',
  }
  server.alerts = [
    // Began in the same minute, after it.
    past(13, 20, { created_at: '2026-11-20T14:03:30+09:00' }),
    alert,
    past(11, 19, confirmed),
    past(10, 18, { end_reason: 'range' }),
    past(9, 17),
    past(8, 16),
  ]
  server.count = 20
  const { screen, earlier } = await open()
  await expect.poll(() => earlier.elements().length).toBe(3)
  const query = server.asked.get('meter-alerts')
  expect([query?.get('meter_ids'), query?.get('created_span')]).toEqual(['3', '2026-11-20-14-03<'])
  await expect
    .element(earlier.nth(0))
    .toMatchTextContent(
      /2026\/11\/19 14:03.*0\.95 ?MPa.*正常値に復帰.*確認済み .*15:00.*監督 花子.*弁を閉めた/,
    )
  await expect.element(earlier.nth(1)).toMatchTextContent(/2026\/11\/18.*異常範囲の変更により終了、未確認/)
  await expect.element(earlier.nth(2)).toMatchTextContent(/2026\/11\/17/)
  await expect.element(screen.getByText(/^ほか 15 件。/)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('without readings and earlier alerts both parts say so', async () => {
  server.points = []
  const { screen } = await open()
  await expect.element(screen.getByText('アラートの前後7日間の測定値はありません。')).toBeVisible()
  await expect.element(screen.getByText('以前のアラートはありません。')).toBeVisible()
})

test('both parts show that they load, and what fails is fetched again on request', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const answer = vi.mocked(fetch).getMockImplementation()
  vi.mocked(fetch).mockImplementation(async (...request) => {
    await promise
    return answer?.(...request) ?? Response.error()
  })
  server.fails = true
  const { screen, chart } = await open()
  const loading = screen.getByText('読み込み中')
  await expect.poll(() => loading.elements().length).toBe(2)
  resolve()
  const again = screen.getByRole('button', { name: '再試行' })
  await expect.poll(() => again.elements().length).toBe(2)
  server.fails = false
  await again.first().click()
  await expect.element(chart).toBeVisible()
  await again.click()
  await expect.element(screen.getByText('以前のアラートはありません。')).toBeVisible()
})
