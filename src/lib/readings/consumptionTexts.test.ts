// Covers docs/requirements.md: 535

import { expect, test } from 'vitest'
import { consumptionText, rateText, usualText } from './consumptionTexts.ts'

test.each([
  ['as the meter shows it', 193, 1, 'm³', '193.0 m³'],
  ['with more decimals where the multiplier has some', 0.25, 1, 'm³', '0.25 m³'],
  ['not at all where it is not known', null, 1, 'm³', null],
  ['without a unit in a column of its own', 1234.5, 1, undefined, '1,234.5'],
])('consumption is written %s', (_, amount, decimals, unit, text) => {
  expect(consumptionText({ amount }, decimals, unit)).toBe(text)
})

test.each([
  [12.3456, '12.3 m³'],
  [0.01234, '0.0123 m³'],
  [1234.56, '1,230 m³'],
])('a rate of %d is written with three figures', (figure, text) => {
  expect(rateText(figure, 0, 'm³')).toBe(text)
  expect(usualText({ usual: figure }, 0, 'm³')).toBe(`1日あたり ${text}`)
})
