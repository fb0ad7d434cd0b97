import { test } from 'vitest'
import { expectCleanRuns } from './campaign/clean.ts'

test(
  'in twenty runs with faults nothing is lost, doubled or at a wrong meter or person, and everything arrives',
  {
    timeout: 900_000,
  },
  () => expectCleanRuns(20, 1214),
)
