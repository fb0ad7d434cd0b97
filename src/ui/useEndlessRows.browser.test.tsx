import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../tests/support/show.tsx'
import { DataTable } from './DataTable.tsx'

const records = Array.from({ length: 5000 }, (_, index) => ({ id: index + 1, name: `計器 ${index + 1}` }))

const showTable = (more: () => void) =>
  show(
    <DataTable
      label="長い一覧"
      storeKey="test"
      records={records}
      columns={[{ accessor: 'name', title: '名前' }]}
      card={({ name }) => <span>{name}</span>}
      endless={{ more }}
    />,
  )

test('five thousand rows are a table that draws only what is near the window and brings more at its end', async () => {
  await page.viewport(1000, 800)
  const more = vi.fn()
  const screen = await showTable(more)
  await expect.element(screen.getByText('計器 1', { exact: true })).toBeVisible()
  await expect.poll(() => document.querySelectorAll('tbody tr:not([aria-hidden])').length).toBeLessThan(80)
  expect(more).not.toHaveBeenCalled()
  const viewport = document.querySelector('table')?.closest('[data-scrollbars], .mantine-ScrollArea-viewport')
  expect(viewport?.scrollHeight).toBeGreaterThan(5000 * 20)
  viewport?.scrollTo(0, viewport.scrollHeight)
  await expect.element(screen.getByText('計器 5000', { exact: true })).toBeVisible()
  await expect.poll(() => more.mock.calls.length).toBeGreaterThan(0)
})

test('the same on a phone are cards', async () => {
  await page.viewport(390, 844)
  const more = vi.fn()
  const screen = await showTable(more)
  await expect.element(screen.getByText('計器 1', { exact: true })).toBeVisible()
  expect(document.querySelectorAll('li').length).toBeLessThan(60)
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(screen.getByText('計器 5000', { exact: true })).toBeVisible()
  await expect.poll(() => more.mock.calls.length).toBeGreaterThan(0)
})
