import { expect, test } from 'vitest'
import { maxSeries, styleOf } from './seriesStyle.ts'

test('no two series of a graph are drawn alike, even without colours', () => {
  const styles = Array.from({ length: maxSeries }, (_, index) => styleOf(index))
  expect(new Set(styles.map(({ dash, symbol }) => `${dash} ${symbol}`)).size).toBe(maxSeries)
})
