import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../tests/support/show.tsx'
import { GroupTable } from './GroupTable.tsx'
import { inspectionKind } from './kinds.ts'

const rows = Array.from({ length: 3000 }, (_, index) => ({
  id: index + 1,
  name: `${index + 1}号棟`,
  description: '',
  at: '2026-11-20T00:00:00Z',
  time: '2026/11/20 09:00:00',
}))

test('three thousand groups on one page are drawn only where they are seen', async () => {
  await page.viewport(1280, 800)
  const screen = await show(
    <GroupTable
      kind={inspectionKind}
      rows={() => rows}
      fetchedAt={0}
      error={null}
      retry={vi.fn()}
      search={{ limit: 'all' }}
      onSearch={vi.fn()}
      onEdit={vi.fn()}
    />,
  )
  await expect.element(screen.getByText('1号棟', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('ALL 3,000 ITEMS')).toBeVisible()
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBeLessThan(80)
})
