import { expect } from 'vitest'
import { browsers } from './browsers.ts'
import { campaign } from './run.ts'

/**
 * Makes so many runs in Chromium and holds that nothing is lost, doubled or at a wrong meter or person, and everything
 * arrives; `npm run test:faults -- --runs … --seed …` repeats them.
 */
export async function expectCleanRuns(runs: number, firstSeed: number): Promise<void> {
  const openPhone = browsers.chromium
  if (openPhone === undefined) throw new Error('no Chromium')
  const seeds = Array.from({ length: runs }, (_, at) => firstSeed + at)
  const outcomes = await campaign({ seeds, openPhone, tell: console.log })
  expect(outcomes.flatMap(({ seed, found }) => (found === null ? [] : [{ seed, found }]))).toEqual([])
  expect(outcomes).toHaveLength(runs)
  expect(outcomes.reduce((sum, { captures, skips }) => sum + captures + skips, 0)).toBeGreaterThan(runs)
}
