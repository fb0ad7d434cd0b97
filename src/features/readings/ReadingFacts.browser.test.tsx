import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reading } from '../../../contract/readings.ts'
import { aReading } from '../../../tests/support/readings.ts'
import { show } from '../../../tests/support/show.tsx'
import { ReadingFacts } from './ReadingFacts.tsx'

// Beyond the network is nobody: what is said of a reading needs nothing else.
beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
})
afterEach(() => vi.restoreAllMocks())

async function rows(reading: Reading) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const screen = await show(
    <QueryClientProvider client={client}>
      <ReadingFacts reading={reading} onDirty={vi.fn()} />
    </QueryClientProvider>,
  )
  const row = (name: string) => screen.getByRole('group', { name, exact: true })
  return { value: row('測定値'), confidence: row('信頼度') }
}

test('why there is no value stands with the value', async () => {
  const unread = aReading({ value: null, read_value: null, confidence: null, reasons: ['glare'] })
  const { value, confidence } = await rows(unread)
  await expect.element(value).toMatchTextContent(/データ無し光が反射しています/)
  await expect.element(confidence).not.toMatchTextContent(/光が反射/)
})

test('why a value is doubtful stands with how sure the reader is', async () => {
  const { value, confidence } = await rows(aReading({ confidence: 0.8, reasons: ['glare'] }))
  await expect.element(confidence).toMatchTextContent(/中（80 %）光が反射しています/)
  await expect.element(value).not.toMatchTextContent(/光が反射/)
})
