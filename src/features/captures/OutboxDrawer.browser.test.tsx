import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeCapture } from '../../../offline/outbox.ts'
import { anAccount } from '../../../tests/support/account.ts'
import { inspector, queued, resetPhone } from '../../../tests/support/phone.ts'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { accountQuery } from '../../lib/queries/account.ts'
import { OutboxDrawer } from './OutboxDrawer.tsx'

beforeEach(async () => {
  await resetPhone()
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
})
afterEach(() => vi.restoreAllMocks())

test('what is called unsent counts no photograph that the server has', async () => {
  const names = ['No.1', 'No.2', 'No.3']
  for (const [index, meterName] of names.entries()) {
    const id = await queued(inspector, { meterName, capturedAt: Date.now() - index * 60_000 })
    if (index > 0) await changeCapture(id, (row) => ({ ...row, state: 'sent' }))
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const { organization } = anAccount()
  const account = anAccount({
    id: inspector.userId,
    organization: { ...organization, id: inspector.organizationId },
  })
  client.setQueryData(accountQuery.queryKey, account)
  const screen = await showRouted(client, <OutboxDrawer opened onClose={() => undefined} />)
  const part = (name: string) => screen.getByRole('region', { name, exact: true })
  await expect.element(part('未送信').getByRole('heading')).toHaveTextContent('未送信 1件')
  await expect.element(part('送信済').getByRole('heading')).toHaveTextContent('送信済 2件')
  await expect.element(part('未送信')).toMatchTextContent(/No\.1/)
  await expect.element(part('未送信')).not.toMatchTextContent(/No\.[23]/)
  await expect.element(part('送信済')).toMatchTextContent(/No\.3.*No\.2/)
})
