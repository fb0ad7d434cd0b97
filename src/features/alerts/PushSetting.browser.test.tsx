import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { PushSetting } from './PushSetting.tsx'

beforeEach(() => {
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  notify.clear()
})

async function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const screen = await show(
    <QueryClientProvider client={client}>
      <PushSetting />
    </QueryClientProvider>,
  )
  return { screen, push: screen.getByRole('switch', { name: 'このブラウザに通知する' }) }
}

test('the switch says that it waits, and who closes the browser’s question is told why there are no notifications', async () => {
  let answer = (_: NotificationPermission) => {}
  vi.spyOn(Notification, 'requestPermission').mockReturnValue(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  const { screen, push } = await open()
  await push.click()
  await expect.element(screen.getByRole('status')).toMatchTextContent('設定しています…')
  answer('default')
  await expect.element(screen.getByRole('status')).toMatchTextContent(/^通知は許可されませんでした。/)
  await expect.element(push).not.toBeChecked()
})

test('switching on fails after 30 seconds when the service worker is not installed', async () => {
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted')
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ success: true, data: { public_key: 'AAAA' } }),
  )
  const ready = vi.spyOn(navigator.serviceWorker, 'ready', 'get')
  ready.mockReturnValue(new Promise(() => undefined))
  const { screen, push } = await open()
  await expect.element(push).toBeVisible()
  // Otherwise the timers of React Query would stop as well.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await push.click()
  await expect.poll(() => ready).toHaveBeenCalled()
  await expect.element(screen.getByRole('status')).toMatchTextContent('設定しています…')
  vi.advanceTimersByTime(30_000)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/通知を設定できませんでした/)
  await expect.element(push).not.toBeChecked()
})
