import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../../tests/support/show.tsx'
import type { Line } from './lines.ts'
import type { TimeWindow } from './timeWindow.ts'
import { UnitChart } from './UnitChart.tsx'

const hour = 3_600_000
const start = Date.parse('2026-11-20T00:00:00+09:00')
const whole: TimeWindow = { from: start, to: start + 24 * hour }

/** A reading an hour; the one at noon is abnormal, the one at 18:00 empty. */
const line = (meterId: number, offset = 0): Line => ({
  meterId,
  name: `No.${meterId} 冷却水圧力`,
  unit: 'MPa',
  decimals: 2,
  band: [0.8, 1],
  look: meterId - 1,
  points: Array.from({ length: 25 }, (_, index) => ({
    id: meterId * 100 + index,
    at: start + index * hour,
    value: index === 18 ? null : index === 12 ? 0.9 : 0.4 + offset + index / 1000,
    abnormal: index === 12 || index === 18,
  })),
})

const onWindow = vi.fn()
const onOpen = vi.fn()
beforeEach(() => {
  onWindow.mockReset()
  onOpen.mockReset()
})

const showChart = async (lines: Line[], { shown = whole, numbers = false } = {}) => {
  const screen = await show(
    <div style={{ width: 600, '--chart-height': '400px' } as React.CSSProperties}>
      <UnitChart
        lines={lines}
        whole={whole}
        shown={shown}
        numbers={numbers}
        titled={false}
        onWindow={onWindow}
        onOpen={onOpen}
      />
    </div>,
  )
  const chart = screen.getByRole('application')
  await expect.poll(() => document.querySelectorAll('path[data-line]').length).toBe(lines.length)
  return { screen, chart, stage: chart.element() as HTMLElement }
}

/** Where the point with this value ends up on the screen. */
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
  // Pointers that a test makes up cannot be captured.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined)
})

test('keys walk from reading to reading, say each, and open the one that is looked at', async () => {
  const { screen, stage } = await showChart([line(1)])
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
  const { screen, stage } = await showChart([line(1)])
  stage.focus()
  const said = () => screen.getByRole('status').element().textContent
  await userEvent.keyboard(`{Home}${'{ArrowRight}'.repeat(12)}`)
  await expect.poll(said).toContain('0.90 MPa、異常')
  await userEvent.keyboard('{ArrowRight}'.repeat(6))
  await expect.poll(said).toContain('データ無し、異常')
})

test('an empty reading is a gap in the line', async () => {
  await showChart([line(1)])
  const path = document.querySelector('path[data-line]')?.getAttribute('d') ?? ''
  expect(path.match(/M/g)).toHaveLength(2)
})

test('the mouse shows what lies under it and opens it with a press', async () => {
  const { chart, stage } = await showChart([line(1)])
  press(stage, 300, 'pointermove')
  await expect.element(chart.getByText('No.1 冷却水圧力')).toBeVisible()
  press(stage, 300, 'pointerdown')
  const spot = document.querySelector('circle')?.getBoundingClientRect()
  const clientY = (spot?.top ?? 0) + 6
  press(stage, 300, 'pointerup', { clientY })
  expect(onOpen).toHaveBeenCalledOnce()
})

test('a stretch that is dragged over is looked at closely', async () => {
  const { stage } = await showChart([line(1)])
  press(stage, 200, 'pointerdown')
  press(stage, 260, 'pointermove')
  press(stage, 320, 'pointermove')
  press(stage, 320, 'pointerup')
  const [window] = onWindow.mock.lastCall ?? []
  expect(window.to - window.from).toBeLessThan(8 * hour)
  expect(window.from).toBeGreaterThan(start + 4 * hour)
  expect(onOpen).not.toHaveBeenCalled()
})

test('two fingers spread apart look closer', async () => {
  const { stage } = await showChart([line(1)])
  const finger = (pointerId: number, x: number, type: string) =>
    press(stage, x, type, { pointerId, pointerType: 'touch' })
  finger(1, 280, 'pointerdown')
  finger(2, 320, 'pointerdown')
  finger(1, 200, 'pointermove')
  finger(2, 400, 'pointermove')
  const [window] = onWindow.mock.lastCall ?? []
  expect((window.to - window.from) / hour).toBeCloseTo(24 / 5, 1)
})

test('a finger sees a reading first and opens it with its button', async () => {
  const { screen, stage } = await showChart([line(1)])
  const touch = { pointerType: 'touch' }
  press(stage, 300, 'pointerdown', touch)
  press(stage, 300, 'pointerup', touch)
  expect(onOpen).not.toHaveBeenCalled()
  stage.focus()
  const open = screen.getByRole('button', { name: '詳細' })
  await expect.element(open).toBeVisible()
  // Without a mouse, which would show what lies under it instead.
  const button = open.element() as HTMLElement
  button.focus()
  button.click()
  expect(onOpen).toHaveBeenCalledOnce()
})

test('keys look closer, further and at the whole again', async () => {
  const shown = { from: start + 6 * hour, to: start + 12 * hour }
  const { stage } = await showChart([line(1)], { shown })
  stage.focus()
  await userEvent.keyboard('+')
  expect(onWindow.mock.lastCall?.[0].to - onWindow.mock.lastCall?.[0].from).toBeLessThan(4 * hour)
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(onWindow.mock.lastCall?.[0].from).toBe(start + 7.5 * hour)
  await userEvent.keyboard('0')
  expect(onWindow).toHaveBeenLastCalledWith(null)
})

test('a press in the legend shows one meter alone, another one all of them', async () => {
  const { screen } = await showChart([line(1), line(2, 0.1)])
  const entry = screen.getByRole('button', { name: 'No.2 冷却水圧力' })
  const lines = () => document.querySelectorAll('path[data-line]').length
  await entry.click()
  await expect.poll(lines).toBe(1)
  await expect.element(entry).toHaveAttribute('aria-pressed', 'true')
  await entry.click()
  await expect.poll(lines).toBe(2)
})

test('values beside the points never stand on one another', async () => {
  await showChart([line(1), line(2, 0.1), line(3, 0.11)], { numbers: true })
  const texts = () => [
    ...document.querySelectorAll<SVGTextElement>('svg text[text-anchor="middle"][class*="number"]'),
  ]
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
  const { screen } = await showChart([line(1)])
  await screen.getByRole('button', { name: '表で見る' }).click()
  const newest = () => screen.getByRole('row').nth(1).element().textContent
  await expect.poll(newest).toContain('2026/11/21 00:00:00')
  await screen.getByRole('button', { name: '2026/11/20 12:00:00' }).click()
  expect(onOpen.mock.lastCall?.[0]).toMatchObject({ point: { id: 112 } })
})

test('the last value is named at the end of its line', async () => {
  await showChart([line(1)])
  await expect.poll(() => document.querySelector('text[class*="end"]')?.textContent).toBe('0.42')
})
