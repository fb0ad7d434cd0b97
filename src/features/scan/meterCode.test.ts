// Covers docs/requirements.md: 503

import { expect, test } from 'vitest'
import { meterIdIn } from './meterCode.ts'

const origin = 'https://kenshin.example'

test('a meter’s code leads to its capture here', () => {
  expect(meterIdIn(`${origin}/capture-meter-value/12`, origin)).toBe(12)
})

test.each([
  ['of another server, whose meter 12 is another', 'https://other.example/capture-meter-value/12'],
  ['of another page', `${origin}/meters/12`],
  ['of something longer', `${origin}/capture-meter-value/12/34`],
  ['of something that is no address', '4901234567894'],
  ['that would run', 'javascript:alert(1)'],
])('a code %s is foreign', (_, text) => {
  expect(meterIdIn(text, origin)).toBeNull()
})
