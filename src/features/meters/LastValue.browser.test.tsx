import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { LastValue } from './LastValue.tsx'

test.each([
  ['loop broken', 'データ無し（断線の疑い）'],
  ['loop short', 'データ無し（短絡の疑い）'],
])('the latest value says what is probably wrong with a loop: %s', async (reason, text) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(categoriesQuery.queryKey, [])
  const last = {
    id: 9,
    value: null,
    created_at: '2026-11-20T14:00:00+09:00',
    is_abnormal: true,
    is_unsure: false,
    read_state: null,
    reasons: [reason],
    thumbnail: null,
  }
  const screen = await show(
    <QueryClientProvider client={client}>
      <LastValue meter={aMeter()} last={last} unit="m³/h" />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText(text)).toBeVisible()
})
