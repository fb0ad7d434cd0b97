import { expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from './formulaText.ts'

test.each([
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+81', "'+81"],
  ['@入口', "'@入口"],
  ['－１', "'－１"],
  ['-1+1', "'-1+1"],
  ["'=1", "''=1"],
  ["''-a", "'''-a"],
  ['-8', '-8'],
  ["'-8", "''-8"],
  ["'99年", "'99年"],
  ['1号', '1号'],
])('%s is written %s, and read again', (text, written) => {
  expect(escapeFormula(text)).toBe(written)
  expect(unescapeFormula(written)).toBe(text)
})
