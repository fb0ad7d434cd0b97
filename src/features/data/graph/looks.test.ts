import { expect, test } from 'vitest'
import { lookOf, mostLines } from './looks.ts'

test('no two lines of a graph look alike, even without colours', () => {
  const looks = Array.from({ length: mostLines }, (_, index) => lookOf(index))
  expect(new Set(looks.map(({ dash, mark }) => `${dash} ${mark}`)).size).toBe(mostLines)
})
