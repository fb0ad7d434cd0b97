import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setAside } from '../../../offline/byHand.ts'
import { changeCapture } from '../../../offline/outbox.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { inspector, queued, resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { LogoutDialog } from './LogoutDialog.tsx'
import { useLogout } from './useLogout.ts'

beforeEach(async () => {
  await resetPhone()
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
})
afterEach(() => vi.restoreAllMocks())

function Leaving() {
  const logout = useLogout()
  return (
    <>
      <button type="button" onClick={() => void logout.ask()}>
        出る
      </button>
      <LogoutDialog logout={logout} />
    </>
  )
}

async function leave() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ id: inspector.userId }))
  const screen = await showRouted(client, <Leaving />, ['/outbox'])
  await screen.getByRole('button', { name: '出る' }).click()
  return screen
}

test('leaving counts what is unsent and what is set aside as the header does, and leads to the reasons', async () => {
  for (let count = 0; count < 2; count += 1)
    await changeCapture(await queued(inspector), (row) => ({ ...row, state: 'rejected' }))
  await setAside(await queued(inspector))
  const screen = await leave()
  const asking = screen.getByRole('dialog', { name: '未送信 2件、保留 1件があります' })
  await asking.getByRole('button', { name: '今すぐ送信' }).click()
  await expect.element(asking.getByRole('alert')).toMatchTextContent(/^未送信 2件を送信できませんでした。/)
  await asking.getByRole('link', { name: '撮影の送信状況' }).click()
  await expect.element(asking).not.toBeInTheDocument()
})

test('with nothing but rows set aside there is nothing to send before leaving', async () => {
  await setAside(await queued(inspector))
  const screen = await leave()
  const asking = screen.getByRole('dialog', { name: '保留 1件があります' })
  await expect.element(asking.getByText(/^保留は送信しません。/)).toBeVisible()
  await expect.element(asking.getByRole('button', { name: '今すぐ送信' })).not.toBeInTheDocument()
})
