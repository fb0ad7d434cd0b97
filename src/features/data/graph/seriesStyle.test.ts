import { expect, test } from 'vitest'
import { mostSeries, styleOf } from './seriesStyle.ts'

test('no two series of a graph are drawn alike, even without colours', () => {
  const styles = Array.from({ length: mostSeries }, (_, index) => styleOf(index))
  expect(new Set(styles.map(({ dash, symbol }) => `${dash} ${symbol}`)).size).toBe(mostSeries)
})
