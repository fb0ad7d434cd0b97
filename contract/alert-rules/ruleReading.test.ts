// Covers docs/requirements.md: 990, 997

import { expect, it } from 'vitest'
import { ruleReadingOf } from './ruleReading.ts'

const stored: Parameters<typeof ruleReadingOf>[0] = {
  value: 0.51,
  value_source: 'reader',
  read_value: 0.51,
  device_value: null,
  read_state: 1,
  confidence: 0.99,
  reasons: [],
  advice: null,
  image: 'picture',
  source: 'camera',
}
const place = { id: 3, at: 1000, isOfNewMeter: false }

it('judges a reading by its state, and knows who took it', () => {
  expect(ruleReadingOf(stored, place)).toEqual({ ...place, value: 0.51, state: 'sure', isOfPerson: false })
  expect(ruleReadingOf({ ...stored, confidence: 0.2 }, place)).toMatchObject({ state: 'unsure' })
  expect(ruleReadingOf({ ...stored, source: 'phone' }, place)).toMatchObject({ isOfPerson: true })
})

it('leaves imported readings out', () => {
  expect(ruleReadingOf({ ...stored, source: 'import' }, place)).toBeNull()
})
