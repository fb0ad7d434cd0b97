import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { TestMail } from './TestMail.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  [{ outcome: 'sent' }, 'taro@example.com に送信しました。'],
  [{ outcome: 'stored' }, 'サーバーの DATA_DIR/outbox-mail/ に保存されました。'],
  [{ outcome: 'failed', reason: 'サーバーの応答: 535 wrong password' }, 'サーバーの応答: 535 wrong password'],
])('a test mail shows its result: %j', async (result, text) => {
  const calls: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    calls.push(`${request.method} ${new URL(request.url).pathname}`)
    return Response.json({ success: true, data: { to: 'taro@example.com', ...result } })
  })
  const screen = await showRouted(new QueryClient(), <TestMail />)
  await screen.getByRole('button', { name: '試し送信' }).click()
  await expect.element(screen.getByRole('status')).toMatchTextContent(text)
  expect(calls).toEqual(['POST /api/v1/mail-test'])
})
