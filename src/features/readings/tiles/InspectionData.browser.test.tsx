// Covers docs/requirements.md: 44, 266, 305

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Meter } from '../../../../contract/meters.ts'
import { answer } from '../../../../tests/support/components/lists.tsx'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { resetPhone } from '../../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { invalidate } from '../../../lib/live/invalidation.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { InspectionData } from './InspectionData.tsx'
import type { TileFilters, TileSearch } from './search.ts'

beforeEach(resetPhone)
afterEach(() => vi.restoreAllMocks())

const onChosen = vi.fn<(filters: TileFilters) => void>()

function Screen({ from }: { from: TileSearch }) {
  const [search, setSearch] = useState(from)
  return <InspectionData search={search} onSearch={setSearch} onChosen={onChosen} />
}

/** Nothing read today, `readings` on the days before. */
async function openAfterMidnight(
  from: TileSearch,
  readings: readonly unknown[] = [],
  meters: readonly Meter[] = [aMeter({ id: 3 })],
) {
  await page.viewport(1440, 900)
  onChosen.mockClear()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(new Request(input, init).url)
    const [first, last] = searchParams.get('recorded_span')?.match(/\d{4}-\d{2}-\d{2}/g) ?? []
    const data = pathname.endsWith('/meters-values') && first !== last ? readings : []
    return Response.json({ success: true, data, count: data.length })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [...meters])
  const screen = await showRouted(client, <Screen from={from} />)
  return { screen, week: screen.getByRole('button', { name: '直近1週間を見る' }) }
}

test('where nothing was measured today yet, the last week is one press away and stays chosen', async () => {
  const { screen, week } = await openAfterMidnight({ period: 'day', meters: [3] }, [aReading({ id: 7 })])
  await week.click()
  await expect.element(screen.getByRole('radio', { name: '週', exact: true })).toBeChecked()
  await expect.poll(() => document.querySelector('a[data-reading="7"]')).not.toBeNull()
  expect(onChosen.mock.calls).toEqual([[{ choice: { period: 'week' }, meters: [3], inspections: [] }]])
  await expect.element(week).not.toBeInTheDocument()
})

test('the day is that of the server where the clock of the device is wrong', async () => {
  localStorage.setItem('clockOffset', String(3 * 86_400_000))
  onTestFinished(() => localStorage.removeItem('clockOffset'))
  await openAfterMidnight({ period: 'day' })
  const asked = () => vi.mocked(fetch).mock.calls.map(([input, init]) => new Request(input, init).url)
  const day = new Date(Date.now() - 3 * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Tokyo' })
  await expect.poll(asked).toContainEqual(expect.stringContaining(day))
})

test('a longer period without readings offers no shorter one', async () => {
  const { screen, week } = await openAfterMidnight({ period: 'month' })
  await expect.element(screen.getByText('No Data')).toBeVisible()
  await expect.element(week).not.toBeInTheDocument()
})

test('before the first meter the way to one is offered, and no other period', async () => {
  const { screen, week } = await openAfterMidnight({ period: 'day' }, [], [])
  await expect.element(screen.getByRole('link', { name: 'メーター一覧へ' })).toBeVisible()
  await expect.element(week).not.toBeInTheDocument()
})

test('readings of more than a page are turned page by page, stay when others come, and their number is shown', async () => {
  await page.viewport(1440, 900)
  const taken = (id: number) =>
    aReading({
      id,
      value: id,
      created_at: new Date(Date.parse('2026-11-20T09:00:00Z') + id * 60_000).toISOString(),
    })
  let all = Array.from({ length: 57 }, (_, index) => taken(57 - index))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(new Request(input, init).url)
    if (!url.pathname.endsWith('/meters-values')) return Response.json({ success: true, data: [], count: 0 })
    return Response.json({ success: true, ...answer(all, url) })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [aMeter({ id: 3 })])
  const screen = await showRouted(client, <Screen from={{ period: 'month' }} />)
  const shown = () => document.querySelectorAll('a[data-reading]').length
  await expect.poll(shown).toBe(50)
  await expect.element(screen.getByText('ALL 57 ITEMS')).toBeVisible()
  await screen.getByRole('button', { name: '2 ページ', exact: true }).click()
  await expect.poll(shown).toBe(7)
  all = [taken(58), ...all]
  await invalidate(client, [{ noun: 'readings' }])
  await expect.element(screen.getByText('新しいデータが 1 件あります')).toBeVisible()
  expect(shown()).toBe(7)
  await screen.getByRole('button', { name: '表示', exact: true }).click()
  await expect.poll(() => document.querySelector('a[data-reading="58"]')).not.toBeNull()
  await screen.getByRole('combobox', { name: '1ページの件数' }).selectOptions('100 件')
  await expect.poll(shown).toBe(58)
})

test('the day before is one press away, and is shown as chosen', async () => {
  vi.setSystemTime('2026-11-21T12:00:00+09:00')
  onTestFinished(() => void vi.useRealTimers())
  const { screen } = await openAfterMidnight({ period: 'range' })
  await screen.getByRole('button', { name: '昨日' }).click()
  await expect.element(screen.getByRole('button', { name: '昨日' })).toHaveAttribute('aria-pressed', 'true')
  expect(onChosen.mock.lastCall?.[0].choice).toEqual({
    period: 'range',
    from: '2026-11-20-00-00',
    to: '2026-11-20-23-59',
  })
})
