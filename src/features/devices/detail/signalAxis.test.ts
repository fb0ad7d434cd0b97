// Covers docs/requirements.md: 331

import { expect, test } from 'vitest'
import { signalAxis } from './signalAxis.ts'

test('the axis runs from -100 to 0 dBm, and further down only for what was reported there', () => {
  expect(signalAxis([])).toMatchObject({ low: -100, high: 0, step: 10 })
  expect(signalAxis([{ dbm: -61 }, { dbm: null }])).toMatchObject({ low: -100, high: 0 })
  expect(signalAxis([{ dbm: -113 }])).toMatchObject({ low: -120, high: 0 })
})
