import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { AuditPanel } from './AuditPanel.tsx'

afterEach(() => vi.restoreAllMocks())

test('an empty history says whose changes it would list', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ success: true, data: [], count: 0 }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role: 1 }))
  const screen = await showRouted(client, <AuditPanel noun="meter" id={3} />)
  await expect.element(screen.getByText('メーターの登録や変更の記録はありません')).toBeVisible()
})
