// Covers docs/requirements.md: 516

import { test } from 'vitest'
import { expectCleanRuns } from './campaign/clean.ts'
import { quickSeeds } from './campaign/plan.ts'

test('in five runs with every fault nothing is lost, doubled or at a wrong meter or person, and everything arrives', () =>
  expectCleanRuns(quickSeeds))
