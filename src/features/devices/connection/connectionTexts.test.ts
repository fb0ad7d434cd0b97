import { expect, test } from 'vitest'
import { issuePlace } from './connectionTexts.ts'

test.each([
  ['body', null],
  ['1.name', '2件目 name'],
  ['0', '1件目'],
  ['measurements.1.value', '2件目 value'],
  ['measured-at', 'measured-at'],
])('an issue at %s is shown at %s', (path, place) => {
  expect(issuePlace(path)).toBe(place)
})
