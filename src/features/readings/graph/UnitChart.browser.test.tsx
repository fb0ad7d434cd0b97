// Covers docs/requirements.md: 60, 80, 86, 87, 88, 91, 92, 158, 578

import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import type { Viewport } from '../../../shared/chart/chartViewport.ts'
import type { ChartSeries } from '../../../shared/chart/seriesPoints.ts'
import { ChartLegend } from './ChartLegend.tsx'
import { UnitChart } from './UnitChart.tsx'

const hour = 3_600_000
const start = Date.parse('2026-11-20T00:00:00+09:00')
const extent: Viewport = { from: start, to: start + 24 * hour }

/** Hourly readings; noon is abnormal, 18:00 is empty. */
const aSeries = (meterId: number, offset = 0): ChartSeries => ({
  id: meterId,
  name: `No.${meterId} 冷却水圧力`,
  unit: 'MPa',
  decimals: 2,
  band: [0.8, 1],
  style: meterId - 1,
  points: Array.from({ length: 25 }, (_, index) => ({
    id: meterId * 100 + index,
    at: start + index * hour,
    value: index === 18 ? null : index === 12 ? 0.9 : 0.4 + offset + index / 1000,
    abnormal: index === 12 || index === 18,
  })),
})

const onViewport = vi.fn()
const onIsolate = vi.fn()
const onOpen = vi.fn()
beforeEach(() => {
  onViewport.mockReset()
  onIsolate.mockReset()
  onOpen.mockReset()
})

const drawn = () => document.querySelectorAll('[role=application] path[fill=none][stroke^="var(--series"]')

const showChart = async (
  series: ChartSeries[],
  { viewport = extent, numbers = false, isolated = null as number | null } = {},
) => {
  const screen = await show(
    <div style={{ width: 600, '--chart-height': '400px' } as React.CSSProperties}>
      <UnitChart
        series={series}
        extent={extent}
        viewport={viewport}
        numbers={numbers}
        titled={false}
        isolated={isolated}
        onIsolate={onIsolate}
        onViewport={onViewport}
        onOpen={onOpen}
      />
    </div>,
  )
  const chart = screen.getByRole('application')
  await expect.poll(() => drawn().length).toBe(isolated === null ? series.length : 1)
  return { screen, chart, stage: chart.element() as HTMLElement }
}

/** Screen position of the point with this value. */
function press(stage: HTMLElement, x: number, type: string, more: PointerEventInit = {}) {
  const { left, top, height } = stage.getBoundingClientRect()
  stage.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      pointerId: 1,
      pointerType: 'mouse',
      clientX: left + x,
      clientY: top + height / 2,
      ...more,
    }),
  )
}

beforeEach(async () => {
  await page.viewport(900, 900)
  // Synthetic pointers cannot be captured.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined)
})

test.each([
  { type: 0, word: '設定待ち' },
  { type: 4, word: '入力待ち' },
] as const)('the tooltip of a picture that waits says $word', async ({ type, word }) => {
  const series = aSeries(1)
  const points = series.points.map((point) =>
    point.id === 118 ? { ...point, abnormal: false, state: 3 as const } : point,
  )
  const { screen, stage } = await showChart([{ ...series, type, points }])
  stage.focus()
  await userEvent.keyboard(`{Home}${'{ArrowRight}'.repeat(18)}`)
  const said = () => screen.getByRole('status').element().textContent
  await expect.poll(said).toBe(`No.1 冷却水圧力、2026/11/20 18:00:00、${word}`)
  await expect.element(stage).toMatchTextContent(new RegExp(`No\\.1 冷却水圧力${word}2026/11/20`))
})

test('keys walk from reading to reading, say each, and open the current one', async () => {
  const { screen, stage } = await showChart([aSeries(1)])
  stage.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
  const said = () => screen.getByRole('status').element().textContent
  await expect.poll(said).toBe('No.1 冷却水圧力、2026/11/20 23:00:00、0.42 MPa')
  await userEvent.keyboard('{Home}')
  await expect.poll(said).toContain('2026/11/20 00:00:00')
  await userEvent.keyboard('{Enter}')
  expect(onOpen.mock.lastCall?.[0]).toMatchObject({ point: { id: 100 } })
})

test('an abnormal reading and an empty one are said to be so', async () => {
  const { screen, stage } = await showChart([aSeries(1)])
  stage.focus()
  const said = () => screen.getByRole('status').element().textContent
  await userEvent.keyboard(`{Home}${'{ArrowRight}'.repeat(12)}`)
  await expect.poll(said).toContain('0.90 MPa、異常')
  await userEvent.keyboard('{ArrowRight}'.repeat(6))
  await expect.poll(said).toContain('データ無し、異常')
})

test('an empty reading is a gap in the line', async () => {
  await showChart([aSeries(1)])
  const path = drawn()[0]?.getAttribute('d') ?? ''
  expect(path.match(/M/g)).toHaveLength(2)
})

test('the mouse shows what lies under it and opens it with a press', async () => {
  const { chart, stage } = await showChart([aSeries(1)])
  press(stage, 300, 'pointermove')
  await expect.element(chart.getByText('No.1 冷却水圧力')).toBeVisible()
  press(stage, 300, 'pointerdown')
  const ring = document.querySelector('[class*=ring]')?.getBoundingClientRect()
  const clientY = (ring?.top ?? 0) + 7
  press(stage, 300, 'pointerup', { clientY })
  expect(onOpen).toHaveBeenCalledOnce()
})

test('a drag zooms into the interval under it', async () => {
  const { stage } = await showChart([aSeries(1)])
  press(stage, 200, 'pointerdown')
  press(stage, 260, 'pointermove')
  press(stage, 320, 'pointermove')
  press(stage, 320, 'pointerup')
  const [window] = onViewport.mock.lastCall ?? []
  expect(window.to - window.from).toBeLessThan(8 * hour)
  expect(window.from).toBeGreaterThan(start + 4 * hour)
  expect(onOpen).not.toHaveBeenCalled()
})

test('two fingers spread apart zoom in', async () => {
  const { stage } = await showChart([aSeries(1)])
  const finger = (pointerId: number, x: number, type: string) =>
    press(stage, x, type, { pointerId, pointerType: 'touch' })
  finger(1, 280, 'pointerdown')
  finger(2, 320, 'pointerdown')
  finger(1, 200, 'pointermove')
  finger(2, 400, 'pointermove')
  const [window] = onViewport.mock.lastCall ?? []
  expect((window.to - window.from) / hour).toBeCloseTo(24 / 5, 1)
})

test('a finger sees a reading first and opens it with its button', async () => {
  const { screen, stage } = await showChart([aSeries(1)])
  const touch = { pointerType: 'touch' }
  press(stage, 300, 'pointerdown', touch)
  press(stage, 300, 'pointerup', touch)
  expect(onOpen).not.toHaveBeenCalled()
  stage.focus()
  const open = screen.getByRole('button', { name: '詳細' })
  await expect.element(open).toBeVisible()
  // Without a mouse, which would hover over what lies below.
  const button = open.element() as HTMLElement
  button.focus()
  button.click()
  expect(onOpen).toHaveBeenCalledOnce()
})

test('keys zoom in, pan and show the whole again', async () => {
  const viewport = { from: start + 6 * hour, to: start + 12 * hour }
  const { stage } = await showChart([aSeries(1)], { viewport })
  stage.focus()
  await userEvent.keyboard('+')
  expect(onViewport.mock.lastCall?.[0].to - onViewport.mock.lastCall?.[0].from).toBeLessThan(4 * hour)
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(onViewport.mock.lastCall?.[0].from).toBe(start + 7.5 * hour)
  await userEvent.keyboard('0')
  expect(onViewport).toHaveBeenLastCalledWith(null)
})

test('a press in the legend asks for one meter alone, another one for all of them', async () => {
  const both = [aSeries(1), aSeries(2, 0.1)]
  const { screen } = await showChart(both)
  await screen.getByRole('button', { name: 'No.2 冷却水圧力' }).click()
  expect(onIsolate).toHaveBeenLastCalledWith(2)
  await screen.unmount()
  const isolated = await showChart(both, { isolated: 2 })
  const entry = isolated.screen.getByRole('button', { name: 'No.2 冷却水圧力' })
  await expect.element(entry).toHaveAttribute('aria-pressed', 'true')
  await entry.click()
  expect(onIsolate).toHaveBeenLastCalledWith(null)
})

test('abnormal readings are marked, and a reading between two gaps is seen without a line', async () => {
  const dense = { ...aSeries(1), points: aSeries(1).points.filter(({ at }) => at !== start + 17 * hour) }
  const between = { id: 990, at: start + 18.5 * hour, value: 0.5, abnormal: false }
  const gap = { id: 991, at: start + 19 * hour, value: null, abnormal: false }
  const points = [...dense.points.slice(0, 18), between, gap, ...dense.points.slice(19)]
  // Too dense for symbols.
  const many = Array.from({ length: 200 }, (_, index) => ({
    id: 1000 + index,
    at: start + (index * hour) / 300,
    value: 0.4,
    abnormal: false,
  }))
  await showChart([{ ...dense, points: [...many, ...points.slice(1)] }])
  const abnormal = () => document.querySelectorAll('[role=application] path[fill="var(--abnormal-edge)"]')
  await expect.poll(() => abnormal().length).toBe(1)
  const symbols = document.querySelectorAll('[role=application] path[fill="var(--series-1)"]')
  expect(symbols).toHaveLength(1)
})

test('the legend names the abnormal range that is drawn, and shows the numbers of one outside the graph', async () => {
  const band = () => document.querySelectorAll('[role=application] path[fill="var(--abnormal-band)"]').length
  const near = await showChart([aSeries(1), aSeries(2)])
  await expect.poll(band).toBe(1)
  await expect.element(near.screen.getByText('異常範囲', { exact: true })).toBeVisible()
  expect(near.screen.getByText(/グラフの外/).elements()).toEqual([])
  await near.screen.unmount()
  const { screen } = await showChart([{ ...aSeries(1), band: [800, 1000] }])
  expect(band()).toBe(0)
  await expect.element(screen.getByText('異常範囲 800.00 〜 1,000.00 MPa（グラフの外）')).toBeVisible()
})

test('the abnormal range is a pink band from its lower to its upper end', async () => {
  await showChart([aSeries(1)])
  const band = () => document.querySelector('[role=application] path[fill="var(--abnormal-band)"]')
  await expect.poll(band).not.toBeNull()
  const middleOf = (text: string) => {
    const label = [...document.querySelectorAll('[role=application] text')].find(
      ({ textContent }) => textContent === text,
    )
    const box = label?.getBoundingClientRect()
    return box && (box.top + box.bottom) / 2
  }
  const { top, bottom } = band()?.getBoundingClientRect() ?? {}
  for (const [edge, value] of [
    [top, '1.0'],
    [bottom, '0.8'],
  ] as const)
    expect(Math.abs((edge ?? Number.NaN) - (middleOf(value) ?? Number.NaN))).toBeLessThan(3)
  const [red = 0, green = 0, blue = 0] =
    getComputedStyle(band() ?? document.body)
      .fill.match(/\d+/g)
      ?.map(Number) ?? []
  expect([red > 200, blue > green, red > blue]).toEqual([true, true, true])
})

test('different abnormal ranges are shown in the legend, next to their meters', async () => {
  const without = { ...aSeries(3), band: null }
  const both = [aSeries(1), { ...aSeries(2), band: [700, 900] as const }, without]
  const { screen } = await showChart(both)
  expect(document.querySelector('[role=application] path[fill="var(--abnormal-band)"]')).toBeNull()
  const entries = screen.getByRole('list', { name: '凡例' }).getByRole('listitem')
  await expect.element(entries.nth(0)).toHaveTextContent('No.1 冷却水圧力異常範囲 0.80 〜 1.00')
  await expect.element(entries.nth(1)).toHaveTextContent('No.2 冷却水圧力異常範囲 700.00 〜 900.00')
  await expect.element(entries.nth(2)).toHaveTextContent('No.3 冷却水圧力')
  await screen.unmount()
  const alone = await showChart(both, { isolated: 2 })
  await expect.element(alone.screen.getByText('異常範囲 700.00 〜 900.00 MPa（グラフの外）')).toBeVisible()
})

test('a common abnormal range is not repeated in the legend, which names meters without readings', async () => {
  const { screen } = await showChart([aSeries(1), aSeries(2)])
  const entries = screen.getByRole('list', { name: '凡例' }).getByRole('listitem')
  await expect.element(entries.nth(1)).toHaveTextContent('No.2 冷却水圧力')
  await screen.unmount()
  const empty = await show(
    <ChartLegend
      series={[{ ...aSeries(1), points: [] }]}
      isolated={null}
      hasRanges={false}
      onIsolate={onIsolate}
    />,
  )
  await expect.element(empty.getByRole('listitem')).toHaveTextContent('No.1 冷却水圧力データなし')
})

test('values beside the points never stand on one another', async () => {
  await showChart([aSeries(1), aSeries(2, 0.1), aSeries(3, 0.11)], { numbers: true })
  const texts = () =>
    [...document.querySelectorAll<SVGTextElement>('[role=application] text')].filter(({ textContent }) =>
      /^0\.\d\d$/.test(textContent),
    )
  await expect.poll(() => texts().length).toBeGreaterThan(8)
  const boxes = texts().map((text) => text.getBoundingClientRect())
  for (const [index, a] of boxes.entries()) {
    for (const b of boxes.slice(index + 1)) {
      const apart =
        a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 4 || b.bottom <= a.top + 4
      expect(apart).toBe(true)
    }
  }
})

test('the table holds the same readings, newest first, and opens them', async () => {
  const { screen } = await showChart([aSeries(1)])
  await screen.getByRole('button', { name: '表で見る' }).click()
  const newest = () => screen.getByRole('row').nth(1).element().textContent
  await expect.poll(newest).toContain('2026/11/21 00:00:00')
  await screen.getByRole('button', { name: '2026/11/20 12:00:00' }).click()
  expect(onOpen.mock.lastCall?.[0]).toMatchObject({ point: { id: 112 } })
})

test('the last value is named at the end of its line', async () => {
  await showChart([aSeries(1)])
  const bold = () =>
    document.querySelector('[role=application] text[style*="bold"], [role=application] text[style*="700"]')
  await expect.poll(() => bold()?.textContent).toBe('0.42')
})

test('where a meter was replaced the line begins anew, with a mark, its date and what was replaced', async () => {
  const at = start + 5.5 * hour
  const points = aSeries(1).points.slice(0, 12)
  const { screen, chart } = await showChart([
    { ...aSeries(1), points, breaks: [{ at, text: '0.41 → 0.00' }] },
  ])
  expect(drawn()[0]?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
  await expect.element(chart.getByText('交換', { exact: true })).toBeVisible()
  await expect
    .element(screen.getByRole('list', { name: 'メーター交換' }).getByRole('listitem'))
    .toMatchTextContent(/交換 .*05:30.*0\.41 → 0\.00/)
  chart.element().focus()
  await userEvent.keyboard('{Home}{ArrowRight>6/}')
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent(
      'No.1 冷却水圧力、2026/11/20 06:00:00、0.41 MPa、2026/11/20 05:30:00の交換後の最初の値',
    )
})
