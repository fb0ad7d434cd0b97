// Covers docs/requirements.md: 572

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { signedInDevicesQuery } from '../../lib/queries/users.ts'
import { SignedInDevices } from './SignedInDevices.tsx'

afterEach(() => vi.restoreAllMocks())

test('a list that could not be refreshed says how old it is', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 503 }))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const device = {
    id: 1,
    device: 'iPhoneの Safari',
    address: null,
    organization_name: '第一工場',
    signed_in_at: '2026-11-01T09:00:00+09:00',
    last_used_at: '2026-11-01T10:00:00+09:00',
    is_current: true,
  }
  client.setQueryData(signedInDevicesQuery.queryKey, [device], { updatedAt: Date.now() - 2.5 * 3_600_000 })
  const screen = await showRouted(client, <SignedInDevices />)
  await expect.element(screen.getByText(/2時間前の内容です/)).toBeVisible()
  await expect.element(screen.getByRole('listitem')).toMatchTextContent(/iPhoneの Safari.*最終利用/)
})
