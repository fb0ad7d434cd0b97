import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { DemoFillProgress } from './DemoFillProgress.tsx'

test('while the demonstration is being filled home says how far it is, and then nothing', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const account = anAccount()
  const filled = (filling: { done: number; total: number }) =>
    client.setQueryData(accountQuery.queryKey, {
      ...account,
      organization: { ...account.organization, filling },
    })
  filled({ done: 12, total: 61 })
  const screen = await show(
    <QueryClientProvider client={client}>
      <DemoFillProgress />
    </QueryClientProvider>,
  )
  const note = screen.getByText(/^デモのデータを準備しています/)
  await expect.element(note).toMatchTextContent('デモのデータを準備しています 12 / 61日分')
  filled({ done: 13, total: 61 })
  await expect.element(note).toMatchTextContent('デモのデータを準備しています 13 / 61日分')
  client.setQueryData(accountQuery.queryKey, account)
  await expect.element(note).not.toBeInTheDocument()
})
