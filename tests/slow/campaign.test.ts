import { test } from 'vitest'
import { expectCleanRuns } from '../faults/campaign/clean.ts'

test('in twenty more runs with faults nothing is lost, doubled or at a wrong meter or person, and everything arrives', () =>
  expectCleanRuns(20, 1234))
