import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anAccount } from '../../../tests/support/account.ts'
import { show } from '../../../tests/support/show.tsx'
import { accountQuery } from '../../lib/queries/account.ts'
import { PushSetting } from './PushSetting.tsx'

beforeEach(() => {
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default')
})
afterEach(() => vi.restoreAllMocks())

test('the switch says that it waits, and who closes the browser’s question is told why there are no notifications', async () => {
  let answer = (_: NotificationPermission) => {}
  vi.spyOn(Notification, 'requestPermission').mockReturnValue(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const screen = await show(
    <QueryClientProvider client={client}>
      <PushSetting />
    </QueryClientProvider>,
  )
  const push = screen.getByRole('switch', { name: 'このブラウザに通知する' })
  await push.click()
  await expect.element(screen.getByRole('status')).toMatchTextContent('設定しています…')
  answer('default')
  await expect.element(screen.getByRole('status')).toMatchTextContent(/^通知は許可されませんでした。/)
  await expect.element(push).not.toBeChecked()
})
