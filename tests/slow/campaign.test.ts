// Covers docs/requirements.md: 516

import { test } from 'vitest'
import { expectCleanRuns } from '../faults/campaign/clean.ts'

test('in 15 more runs with faults nothing is lost, doubled or at a wrong meter or person, and everything arrives', () =>
  expectCleanRuns(Array.from({ length: 15 }, (_, at) => 1214 + at)))
