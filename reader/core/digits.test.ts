import { describe, expect, test } from 'vitest'
import { decode } from './digits.ts'

function probabilities(given: Record<number, number>): Float32Array {
  return Float32Array.from({ length: 11 }, (_, index) => given[index] ?? 0)
}

describe('decoding a drum', () => {
  test.each([
    { title: 'one class', given: { 4: 1 }, position: 4, confidence: 1 },
    { title: 'two neighbours', given: { 6: 0.3, 7: 0.7 }, position: 6.7, confidence: 1 },
    { title: 'nine and nought', given: { 9: 0.4, 0: 0.6 }, position: 9.6, confidence: 1 },
    { title: 'classes that are no neighbours', given: { 1: 0.5, 7: 0.4 }, position: 1, confidence: 0.5 },
    { title: 'a blank', given: { 10: 0.8, 3: 0.2 }, position: null, confidence: 0.8 },
  ])('of $title gives $position', ({ given, position, confidence }) => {
    const digit = decode(probabilities(given), 'drum')
    if (position === null) expect(digit.position).toBeNull()
    else expect(digit.position).toBeCloseTo(position, 5)
    expect(digit.confidence).toBeCloseTo(confidence, 5)
  })
})

test('a display between two digits is not sure of either', () => {
  const digit = decode(probabilities({ 8: 0.55, 9: 0.45 }), 'display')
  expect(digit.position).toBe(8)
  expect(digit.confidence).toBeCloseTo(0.55, 5)
})
