import { expect, test } from 'vitest'
import { browsers } from './campaign/browsers.ts'
import { campaign } from './campaign/run.ts'

const runs = 20
/** `npm run test:faults -- --runs 20 --seed 1214` repeats them. */
const firstSeed = 1214

test('in twenty runs with faults nothing is lost, doubled or at a wrong meter or person, and everything arrives', {
  timeout: 900_000,
}, async () => {
  const openPhone = browsers.chromium
  if (openPhone === undefined) throw new Error('no Chromium')
  const seeds = Array.from({ length: runs }, (_, at) => firstSeed + at)
  const outcomes = await campaign({ seeds, openPhone, tell: console.log })
  expect(outcomes.flatMap(({ seed, found }) => (found === null ? [] : [{ seed, found }]))).toEqual([])
  expect(outcomes).toHaveLength(runs)
  expect(outcomes.reduce((sum, { captures, skips }) => sum + captures + skips, 0)).toBeGreaterThan(runs)
})
