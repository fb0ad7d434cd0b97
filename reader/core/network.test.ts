import { describe, expect, test } from 'vitest'
import { loadModels } from '../node/models.ts'
import { createNetwork } from './network.ts'

const WIDTH = 20

/** Probabilities of 0..9 and blank, by an independent implementation of the same weights in 32-bit arithmetic. */
const known = [
  {
    shape: 'an upright bar',
    at: (x: number, y: number) => (x >= 8 && x < 12 && y >= 4 && y < 28 ? 2 : -0.5),
    probabilities: [0.0039, 0.9803, 0.0029, 0.0009, 0.0025, 0.0008, 0.0012, 0.0026, 0.0014, 0.0016, 0.002],
  },
  {
    shape: 'an upright ring',
    at: (x: number, y: number) => {
      const distance = Math.sqrt(((x - 9.5) / 6) ** 2 + ((y - 15.5) / 11) ** 2)
      return distance > 0.7 && distance < 1.1 ? 2 : -0.5
    },
    probabilities: [0.9658, 0.0051, 0.0019, 0.0036, 0.0024, 0.0023, 0.0061, 0.004, 0.0015, 0.0044, 0.0028],
  },
  {
    shape: 'stripes',
    at: (x: number, y: number) => ((x * 7 + y * 3) % 11) / 5 - 1,
    probabilities: [0.0043, 0.0093, 0.0051, 0.0049, 0.0123, 0.0071, 0.0089, 0.0039, 0.0045, 0.013, 0.9269],
  },
  {
    shape: 'an even ground',
    at: () => 0,
    probabilities: [0.0064, 0.0112, 0.0075, 0.0073, 0.0228, 0.0065, 0.0104, 0.0072, 0.01, 0.011, 0.8996],
  },
]

const TOLERANCE = 0.03

describe('the digit network', () => {
  test.each(known)('gives the stored probabilities for $shape', async ({ at, probabilities }) => {
    const { digits } = await loadModels()
    const input = Float32Array.from({ length: 640 }, (_, index) =>
      at(index % WIDTH, Math.floor(index / WIDTH)),
    )
    const result = digits.run(input)
    expect(result).toHaveLength(11)
    probabilities.forEach((probability, index) => {
      expect(Math.abs((result[index] ?? 0) - probability)).toBeLessThan(TOLERANCE)
    })
  })

  test('refuses a file that is cut off', () => {
    expect(() => createNetwork(new ArrayBuffer(16), 32, WIDTH)).toThrow()
  })
})
