// Covers docs/requirements.md: 53, 57, 269

import { expect, test } from 'vitest'
import { tileHeight, tileStepFor, tileSteps, tileWidth } from './tileSize.ts'

test.each([
  [50, 165],
  [49, 162.8],
  [51, 168.3],
  [0, 55],
  [100, 330],
])('step %i of the slider gives a picture %d px high and 60 px wider', (step, height) => {
  expect(tileHeight(step)).toBeCloseTo(height, 6)
  expect(tileWidth(step)).toBeCloseTo(height + 60, 6)
})

test('a narrow screen shows the smallest tiles and leaves the chosen size to wide ones', () => {
  expect(tileStepFor(80, true)).toBe(0)
  expect(tileStepFor(80, false)).toBe(80)
  expect(tileStepFor(tileSteps.middle, true)).toBe(0)
  expect(tileStepFor(tileSteps.middle, false)).toBe(50)
})
