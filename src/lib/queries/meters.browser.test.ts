import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { metersQuery } from './meters.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('while readings are judged anew and no changes come by themselves, the meters are asked for again until it is done', async () => {
  vi.useFakeTimers()
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(metersQuery.queryKey, [aMeter({ rejudging: { total: 10, done: 5 } })])
  const stop = new QueryObserver(client, metersQuery).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(9000)
  expect(asked).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(12_000)
  expect(asked).toHaveBeenCalledTimes(2)
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(2)
  stop()
})
