import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { AccessLogs } from './AccessLogs.tsx'

afterEach(() => vi.restoreAllMocks())

test('the CSV can be asked for while the log loads, and not where it is empty', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    await promise
    return Response.json({ success: true, data: [], count: 0 })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const screen = await showRouted(client, <AccessLogs search={{}} onSearch={vi.fn()} />)
  const csv = screen.getByRole('button', { name: 'CSVダウンロード' })
  await expect.element(csv).toBeEnabled()
  resolve()
  await expect.element(csv).toBeDisabled()
})
