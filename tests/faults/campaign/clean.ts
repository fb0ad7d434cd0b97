import { expect } from 'vitest'
import { browsers } from './browsers.ts'
import { campaign } from './run.ts'

/**
 * Makes these runs in Chromium and expects that nothing is lost, doubled or at a wrong meter or person, and that
 * everything arrives. `npm run test:faults -- --runs … --seed …` repeats a run.
 */
export async function expectCleanRuns(seeds: readonly number[]): Promise<void> {
  const openPhone = browsers.chromium
  if (openPhone === undefined) throw new Error('no Chromium')
  const outcomes = await campaign({ seeds, openPhone, tell: console.log })
  expect(outcomes.flatMap(({ seed, found }) => (found === null ? [] : [{ seed, found }]))).toEqual([])
  expect(outcomes).toHaveLength(seeds.length)
  expect(outcomes.reduce((sum, { captures, skips }) => sum + captures + skips, 0)).toBeGreaterThan(
    seeds.length,
  )
}
