import { expect, test } from 'vitest'
import { planOf } from './campaign/plan.ts'
import { campaign } from './campaign/run.ts'

/** A new version takes a build; `npm run test:slow` has it. */
const isCheap = (seed: number) => !JSON.stringify(planOf(seed)).includes('"version"')

test('what a phone says it saved arrives once, whatever fails in between', { timeout: 300_000 }, async () => {
  const seeds = Array.from({ length: 40 }, (_, at) => at + 1).filter(isCheap)
  const outcomes = await campaign({ seeds: seeds.slice(0, 8), browser: 'chromium' })
  expect(outcomes.filter(({ found }) => found !== null)).toEqual([])
})
