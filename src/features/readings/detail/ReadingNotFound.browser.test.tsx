import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { show } from '../../../../tests/support/components/show.tsx'
import { readingChangesQuery } from '../../../lib/queries/readings.ts'
import { ReadingNotFound } from './ReadingNotFound.tsx'

test.each([
  ['sato.kenichi', 'sato.kenichiが削除しました。'],
  ['', '削除しました。'],
])('a reading that was deleted says by whom and when: %s', async (user, words) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(readingChangesQuery(7).queryKey, [
    { id: 1, action: 'delete', user, at: new Date().toISOString(), before: { value: 0.95 }, after: null },
  ])
  const screen = await show(
    <QueryClientProvider client={client}>
      <ReadingNotFound id={7} />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText(new RegExp(`^今日 \\d{2}:\\d{2}に${words}$`))).toBeVisible()
})
