// Covers docs/requirements.md: 20, 330, 331, 332

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeviceHistory } from '../../../../contract/devices.ts'
import { openDevice } from '../../../../tests/support/components/device-detail.tsx'
import { settled } from '../../../../tests/support/components/settled.ts'

beforeEach(async () => {
  await page.viewport(1440, 900)
  vi.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00+09:00'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const aReport = (id: number, given: Partial<DeviceHistory> = {}): DeviceHistory => ({
  id,
  created_at: `2026-11-${String(id).padStart(2, '0')}T15:00:00+09:00`,
  dbm: -60 - id,
  battery_per: 80,
  other: null,
  logs: null,
  error_id: null,
  ai_predict_status: null,
  ...given,
})
const history = [
  aReport(18),
  aReport(19, { ai_predict_status: '読取済 2件', error_id: 12, other: '時計のずれ 240秒', dbm: -92 }),
  aReport(20, { dbm: null }),
  aReport(21),
]

const open = (given: Parameters<typeof openDevice>[0] = {}) =>
  openDevice({ search: { tab: 'signal' }, history, ...given })

test('the tab shows the last week, and another span is asked for', async () => {
  const { screen, asked } = await openDevice({ history })
  await screen.getByRole('tab', { name: '電波強度' }).click()
  await expect.element(screen.getByRole('application')).toBeVisible()
  const reports = () => asked.filter((each) => each.includes('device-history'))
  expect(reports().at(-1)).toBe('GET /api/v1/device-history/5?created_span=2026-11-16>,2026-11-23<')
  await screen.getByRole('button', { name: '開始日' }).click()
  await screen.getByRole('button', { name: '2026年11月10日' }).click()
  await expect.poll(() => reports().at(-1)).toMatch(/2026-11-10>,2026-11-23</)
  const before = reports().length
  await screen.getByRole('button', { name: /^更新/ }).click()
  await expect.poll(() => reports().length).toBe(before + 1)
})

test('the axis runs from -100 to 0 dBm, shaded from -70 down', async () => {
  await open()
  const texts = () => [...document.querySelectorAll('[role=application] text')]
  const middleOf = (text: string) => {
    const box = texts()
      .find(({ textContent }) => textContent === text)
      ?.getBoundingClientRect()
    return box && (box.top + box.bottom) / 2
  }
  const band = () => document.querySelector('[role=application] path[fill="var(--abnormal-band)"]')
  await expect.poll(band).not.toBeNull()
  await settled(() => band()?.getBoundingClientRect())
  expect(middleOf('0')).toBeLessThan(middleOf('-100') ?? 0)
  const { top = 0, bottom = 0 } = band()?.getBoundingClientRect() ?? {}
  expect(Math.abs(top - (middleOf('-70') ?? 0))).toBeLessThan(3)
  expect(Math.abs(bottom - (middleOf('-100') ?? 0))).toBeLessThan(3)
})

test('a point opens what the device said then, by keys', async () => {
  const { screen } = await open()
  const chart = screen.getByRole('application')
  await expect.element(chart).toBeVisible()
  await expect.poll(() => chart.element().querySelector('svg')).not.toBeNull()
  ;(chart.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}{ArrowRight}{Enter}')
  const dialog = screen.getByRole('dialog', { name: '通信の記録' })
  const fact = (label: string) => dialog.getByRole('group', { name: label, exact: true })
  await expect.element(fact('電波強度')).toMatchTextContent(/-92 dBm$/)
  await expect.element(fact('AI処理内容')).toMatchTextContent(/読取済 2件$/)
  await expect.element(fact('エラーログ番号')).toMatchTextContent(/12$/)
  await expect.element(fact('その他の情報')).toMatchTextContent(/時計のずれ 240秒$/)
})

test('a press on a point of the chart opens it', async () => {
  const { screen } = await open()
  await expect
    .poll(() => document.querySelector('[role=application] svg path[fill="var(--series-1)"]'))
    .not.toBeNull()
  const stage = screen.getByRole('application')
  const point = () => document.querySelector('[role=application] path[fill="var(--series-1)"]')
  const [{ left, top, width }, own] = await settled(() => [
    point()?.getBoundingClientRect() ?? new DOMRect(),
    stage.element().getBoundingClientRect(),
  ])
  await stage.click({ position: { x: left + width / 2 - own.left, y: top + width / 2 - own.top } })
  await expect.element(screen.getByRole('dialog', { name: '通信の記録' })).toMatchTextContent(/-78 dBm/)
})

test('what is missing in a report says データ無し, reached by the table', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: '表で見る' }).click()
  await screen.getByRole('button', { name: '2026/11/20 15:00:00' }).click()
  const dialog = screen.getByRole('dialog', { name: '通信の記録' })
  for (const label of ['電波強度', 'AI処理内容', 'エラーログ番号', 'その他の情報'])
    await expect
      .element(dialog.getByRole('group', { name: label, exact: true }))
      .toMatchTextContent(/データ無し$/)
})

test('a span without reports says so', async () => {
  const { screen } = await open({ history: [] })
  await expect.element(screen.getByText(/この期間の記録はありません/)).toBeVisible()
})

test.each([390, 820, 1440])('nothing runs out of the screen: %i px', async (width) => {
  await page.viewport(width, 900)
  const { screen } = await open()
  await expect.element(screen.getByRole('application')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
