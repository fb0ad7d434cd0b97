// Covers docs/requirements.md: 82, 84, 85, 613

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dialogHasFocus } from '../../../../tests/support/components/dialogHasFocus.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { withoutKeyboard } from '../../../../tests/support/components/withoutKeyboard.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { groupsQuery } from '../../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../../lib/queries/inspections.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { unitsQuery } from '../../../lib/queries/units.ts'
import { SearchDrawer } from './SearchDrawer.tsx'
import { type DataFilters, noFilters } from './search.ts'

const times = { created_at: '2026-11-01T09:00:00+09:00', updated_at: '2026-11-01T09:00:00+09:00' }

async function open(filters: Partial<DataFilters> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(metersQuery.queryKey, [aMeter({ id: 3, name: '受水槽 水位' })])
  client.setQueryData(inspectionsQuery.queryKey, [
    { id: 8, name: '朝の巡回', contact: '', organization_id: 1, ...times },
  ])
  client.setQueryData(groupsQuery.queryKey, [
    { id: 5, name: '給水設備', description: '', organization_id: 1, ...times },
  ])
  client.setQueryData(unitsQuery.queryKey, [{ id: 2, name: 'kPa', status: 0 }])
  const onApply = vi.fn()
  const screen = await show(
    <QueryClientProvider client={client}>
      <SearchDrawer filters={{ ...noFilters, ...filters }} onApply={onApply} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const drawer = screen.getByRole('dialog', { name: 'データ検索' })
  await dialogHasFocus(/データ検索/)
  return { screen, drawer, onApply, apply: screen.getByRole('button', { name: '適用' }) }
}

test('meters, inspection groups, meter groups and units are chosen and applied together', async () => {
  const { screen, drawer, onApply, apply } = await open({ from: '2026-11-01', to: '2026-11-20' })
  for (const [label, name] of [
    ['メーター', '受水槽 水位'],
    ['点検グループ', '朝の巡回'],
    ['メーターグループ', '給水設備'],
    ['単位', 'kPa'],
  ] as const) {
    await drawer.getByRole('combobox', { name: label, exact: true }).click()
    await screen.getByRole('option', { name }).click()
  }
  await apply.click()
  expect(onApply).toHaveBeenCalledWith({
    meters: [3],
    inspections: [8],
    groups: [5],
    units: [2],
    from: '2026-11-01',
    to: '2026-11-20',
  })
})

test('focus begins at the first field, with its list closed; without a keyboard at the title', async () => {
  const { screen, drawer } = await open()
  const field = drawer.getByRole('combobox', { name: 'メーター', exact: true })
  await expect.element(field).toHaveFocus()
  await expect.element(screen.getByRole('option', { name: '受水槽 水位' })).not.toBeInTheDocument()
  await screen.unmount()
  withoutKeyboard()
  const touched = await open()
  await expect.element(touched.drawer.getByText('データ検索')).toHaveFocus()
})

test('a day, and what was chosen from a list, is taken away by keys as well', async () => {
  const { screen, onApply, apply } = await open({ from: '2026-11-01', to: '2026-11-20', units: [2] })
  await expect.element(screen.getByRole('combobox', { name: 'メーター', exact: true })).toHaveFocus()
  screen.getByRole('combobox', { name: '単位' }).element().focus()
  await userEvent.keyboard('{Backspace}')
  screen.getByRole('button', { name: '開始日', exact: true }).element().focus()
  await userEvent.tab()
  await expect.element(screen.getByRole('button', { name: '開始日を消す' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await apply.click()
  expect(onApply).toHaveBeenCalledWith({ ...noFilters, to: '2026-11-20' })
})

test('what waits is chosen, and everything again', async () => {
  const { drawer, onApply, apply } = await open({ waiting: 'time' })
  const state = drawer.getByRole('combobox', { name: '状態' })
  await expect.element(state).toHaveValue('time')
  await state.selectOptions('設定待ち・入力待ち')
  await apply.click()
  expect(onApply).toHaveBeenLastCalledWith({ ...noFilters, waiting: 'settings' })
  await state.selectOptions('すべて')
  await apply.click()
  expect(onApply).toHaveBeenLastCalledWith(noFilters)
})

test.each([
  [1440, 500],
  [390, 390],
])('in a window %i px wide the drawer takes %i px', async (window, width) => {
  await page.viewport(window, 844)
  const { drawer } = await open()
  expect(drawer.element().getBoundingClientRect().width).toBe(width)
})

test('a day chosen by keys gives the focus back to its field, and the days stay in their order', async () => {
  const { screen } = await open({ to: '2026-11-20' })
  const from = screen.getByRole('button', { name: '開始日' })
  from.element().focus()
  await userEvent.keyboard('{Enter}')
  const day = screen.getByRole('button', { name: /20 11月 2026|2026年11月20日/ })
  await expect.element(screen.getByRole('button', { name: /21 11月 2026|2026年11月21日/ })).toBeDisabled()
  day.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(from).toHaveFocus()
})

test('today and the last week are one press away', async () => {
  vi.setSystemTime('2026-11-21T12:00:00+09:00')
  onTestFinished(() => void vi.useRealTimers())
  const { drawer, onApply, apply } = await open()
  await drawer.getByRole('button', { name: '直近1週間' }).click()
  await expect
    .element(drawer.getByRole('button', { name: '直近1週間' }))
    .toHaveAttribute('aria-pressed', 'true')
  await apply.click()
  expect(onApply.mock.lastCall?.[0]).toMatchObject({ from: '2026-11-14', to: '2026-11-21' })
  await drawer.getByRole('button', { name: '今日' }).click()
  await apply.click()
  expect(onApply.mock.lastCall?.[0]).toMatchObject({ from: '2026-11-21', to: '2026-11-21' })
})
