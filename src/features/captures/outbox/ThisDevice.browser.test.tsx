import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../../../tests/support/components/show.tsx'
import { inspector, resetPhone } from '../../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { ThisDevice } from './ThisDevice.tsx'

beforeEach(resetPhone)
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'standalone')
})

test.each([
  [true, true, '保護されています', '済み'],
  [false, false, /^保護されていません。/, /^していません。/],
])(
  'requirement 9: ユーザー設定 says whether the storage is protected (%s) and the app installed (%s)',
  async (persisted, standalone, protection, installation) => {
    vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(persisted)
    Object.defineProperty(navigator, 'standalone', { value: standalone, configurable: true })
    const client = new QueryClient()
    client.setQueryData(accountQuery.queryKey, anAccount({ id: inspector.userId }))
    const screen = await show(
      <QueryClientProvider client={client}>
        <ThisDevice />
      </QueryClientProvider>,
    )
    await expect.element(screen.getByText(protection)).toBeVisible()
    await expect.element(screen.getByText(installation)).toBeVisible()
  },
)
