// Covers docs/requirements.md: 783, 784, 785, 786, 787

import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import {
  answerUsageCalls,
  openUsageScreen,
  shown,
} from '../../../../tests/support/components/usage-screen.tsx'

answerUsageCalls()

const drawing = () => document.querySelector('section svg:has(text)')
const texts = () => [...(drawing()?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent)
const countOf = (text: string) => texts().filter((each) => each === text).length
const drawn = (selector: string) => [...(drawing()?.querySelectorAll(selector) ?? [])]
const heightOf = (fill: string) =>
  drawn(`path[fill="${fill}"]`).map((bar) => bar.getBoundingClientRect().height)

test('is opened by a press with the sum of the first unit; it and the row are in the URL', async () => {
  const screen = await openUsageScreen({ view: 'year' })
  const toggle = screen.getByRole('button', { name: 'グラフ' })
  await toggle.click()
  await expect
    .element(screen.getByRole('region', { name: '合計 kWh（2件） 2026年の使用量のグラフ' }))
    .toBeVisible()
  expect(shown.search.chart).toBe('first')
  const row = screen.getByRole('combobox', { name: 'グラフの対象' })
  await row.click()
  await type(row, '動力')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('region', { name: '動力盤 2026年の使用量のグラフ' })).toBeVisible()
  expect(shown.search.chart).toBe('m2')
  await toggle.click()
  await expect.poll(drawing).toBeNull()
  expect(shown.search.chart).toBeUndefined()
})

test('shows the row of the URL, of a group too, and another one where the table no longer has it', async () => {
  const screen = await openUsageScreen({ view: 'year', by: 'group', chart: 's6-1' })
  await expect.element(screen.getByRole('region', { name: '第一工場 2026年の使用量のグラフ' })).toBeVisible()
  await screen.getByRole('combobox', { name: '集計' }).selectOptions('メーター別')
  await expect.element(screen.getByRole('region', { name: /^合計 kWh/ })).toBeVisible()
})

test('has bars next to those of last year with their marks; an unknown usage takes the full height', async () => {
  const screen = await openUsageScreen({ view: 'year', chart: 'm2' })
  await expect.poll(() => countOf('推計')).toBe(1)
  expect(texts()).toEqual(expect.arrayContaining(['認定', '修正', '1月', '12月']))
  const [september = 0, october = 0] = heightOf('var(--usage-light)')
  const [yearBefore = 0] = heightOf('var(--usage-compared)')
  expect(october / september).toBeCloseTo(62 / 30, 1)
  expect(october / yearBefore).toBeCloseTo(2, 1)
  const unknown = heightOf('var(--usage-unknown)')
  // January to August and November, and all but one month of last year; December has not begun.
  expect(unknown).toHaveLength(9 + 11)
  expect(Math.min(...unknown)).toBeGreaterThan(october)
  expect(countOf('不')).toBe(20)
  await expect
    .element(screen.getByRole('list', { name: '凡例' }))
    .toMatchTextContent(/^2026年前年推計・認定不明$/)
})

test('writes a usage of 0, draws negative ones downwards, and leaves out last year where nothing is known', async () => {
  const screen = await openUsageScreen({ view: 'year', chart: 'm3' })
  await expect.element(screen.getByRole('list', { name: '凡例' })).toMatchTextContent(/^2026年不明$/)
  // One of the axis, one of August.
  await expect.poll(() => countOf('0')).toBe(2)
  const [september, october] = drawn('path[fill="var(--series-1)"]').slice(-2)
  expect(september?.getBoundingClientRect().top).toBeCloseTo(october?.getBoundingClientRect().bottom ?? 0, -1)
})

test('writes a chosen period below, by keys and by the mouse, and leads to its proof', async () => {
  const screen = await openUsageScreen({ view: 'year', chart: 'm1' })
  const periods = screen.getByRole('slider', { name: 'グラフの期間' })
  await expect
    .element(periods)
    .toHaveAttribute('aria-valuetext', '2026年11月、220.0 kWh 途中、前年 不明、前月比 ±0.0 %')
  const graph = screen.getByRole('region', { name: /^受電/ })
  await expect.element(graph.getByText('220.0 kWh 途中')).toBeVisible()
  await periods.hover({ position: { x: 10, y: 40 } })
  await expect.element(graph.getByText('2026年1月')).toBeVisible()
  periods.element().focus()
  await userEvent.keyboard('{End}{ArrowLeft}{ArrowLeft}')
  await expect
    .element(periods)
    .toHaveAttribute(
      'aria-valuetext',
      '2026年10月、341.0 kWh、前年 341.0 kWh、前月比 +10.0 %、前年同月比 ±0.0 %',
    )
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(screen.getByRole('dialog', { name: '受電 2026年10月の使用量' })).toBeVisible()
  expect(shown.search).toMatchObject({ chart: 'm1', meter: 1, cell: '2026-10-01T00:00:00.000+09:00' })
})

test('is a curve of the hours of a day, with the day before and gaps', async () => {
  const screen = await openUsageScreen({ view: 'day', chart: 'm1' })
  await expect
    .element(screen.getByRole('slider', { name: 'グラフの期間' }))
    .toHaveAttribute('aria-valuetext', '2026年11月21日 11時、18.0 kWh 認定、前日 不明')
  await expect
    .element(screen.getByRole('list', { name: '凡例' }))
    .toMatchTextContent(/^2026年11月21日前日推: 推計、認: 認定不明$/)
  expect(drawn('path[fill="none"][stroke="var(--series-1)"]').length).toBeGreaterThan(0)
  // Hollow where they are not certain.
  expect(drawn('path[fill="var(--mantine-color-body)"][stroke="var(--series-1)"]')).toHaveLength(2)
  expect(texts()).toEqual(expect.arrayContaining(['推', '認']))
})

test('says on a phone what its one-character marks are', async () => {
  const screen = await openUsageScreen({ view: 'year', chart: 'm2' }, { width: 390 })
  await expect
    .element(screen.getByRole('list', { name: '凡例' }))
    .toMatchTextContent(/推: 推計、認: 認定修: 修正不明$/)
  await expect.poll(texts).toEqual(expect.arrayContaining(['推', '認', '修']))
})

test('says that nothing is known, and waits for the usages', async () => {
  const screen = await openUsageScreen({ view: 'month', chart: 'm1' })
  await expect.element(screen.getByText(/^この期間の使用量は不明です/)).toBeVisible()
  await screen.unmount()
  shown.isFailing = true
  const failed = await openUsageScreen({ view: 'year', chart: 'm1' })
  const retry = failed.getByRole('button', { name: '再試行' })
  await expect.element(retry).toBeVisible()
  expect(drawing()).toBeNull()
  shown.isFailing = false
  await retry.click()
  await expect.element(failed.getByRole('slider')).toBeVisible()
})

test('is printed in the width of the paper', async () => {
  const screen = await openUsageScreen({ view: 'year', chart: 'm1' }, { width: 390 })
  await expect.element(screen.getByRole('slider')).toBeVisible()
  window.dispatchEvent(new Event('beforeprint'))
  expect(drawing()?.getBoundingClientRect()).toMatchObject({ width: 1040, height: 300 })
  expect(drawing()?.closest('[class*=stage]')?.clientHeight).toBe(300)
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => drawing()?.getBoundingClientRect().width).toBeLessThan(390)
})

test('writes 一部不明 of a sum in two lines, no wider than its bar', async () => {
  await openUsageScreen({ view: 'year', chart: 's-1' })
  await expect
    .poll(() => texts().filter((text) => text === '一部' || text === '不明'))
    .toEqual(['一部', '不明'])
})
