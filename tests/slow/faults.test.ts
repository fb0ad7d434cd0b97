import { expect, test } from 'vitest'
import { campaign } from '../faults/campaign/run.ts'

test('what a phone says it saved arrives once, in forty runs with new versions in between', async () => {
  const seeds = Array.from({ length: 40 }, (_, at) => at + 1)
  const outcomes = await campaign({ seeds, browser: 'chromium' })
  expect(outcomes.filter(({ found }) => found !== null)).toEqual([])
})
