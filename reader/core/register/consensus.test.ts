import { describe, expect, test } from 'vitest'
import { findConsensus } from './consensus.ts'
import type { Features } from './descriptor.ts'
import { type Homography, project } from './homography.ts'

const positions = [
  { x: 100, y: 100 },
  { x: 400, y: 100 },
  { x: 400, y: 300 },
  { x: 100, y: 300 },
]

/** Matched features: the first `right` by a mapping, the others random. */
function scene(h: Homography, right: number, wrong: number) {
  const count = right + wrong
  const from = Float64Array.from(
    { length: 2 * count },
    (_, i) => (i * i * 37 + i * 101) % (i % 2 === 0 ? 511 : 383),
  )
  const to = new Float64Array(2 * count)
  for (let i = 0; i < count; i++) {
    const { x, y } = project(h, from[2 * i] ?? 0, from[2 * i + 1] ?? 0)
    if (i < right) to.set([x + ((i * 7) % 5) / 10 - 0.2, y + ((i * 11) % 5) / 10 - 0.2], 2 * i)
    else to.set([(i * 211) % 509, (i * 307) % 379], 2 * i)
  }
  const features = (at: Float64Array): Features => ({
    count,
    positions: at,
    signs: new Int8Array(count),
    descriptors: new Float32Array(0),
  })
  // The best matches are not all right.
  const matches = Array.from({ length: count }, (_, i) => ({
    from: (i * 17) % count,
    to: (i * 17) % count,
    ratio: i / count,
  }))
  return findConsensus(features(from), features(to), matches, 3, positions)
}

const leaning: Homography = [0.8, -0.1, 60, 0.15, 0.9, -20, 0.0004, 0.0002, 1]

describe('what matches agree on', () => {
  test('is found among twice as many that are wrong', () => {
    const found = scene(leaning, 41, 82)
    expect(found?.positions).toBeGreaterThanOrEqual(40)
    for (const { x, y } of positions) {
      const [wanted, got] = [project(leaning, x, y), found && project(found.homography, x, y)]
      expect(Math.abs((got?.x ?? 0) - wanted.x) + Math.abs((got?.y ?? 0) - wanted.y)).toBeLessThan(0.8)
    }
  })

  test('is the same every time', () => {
    expect(scene(leaning, 30, 60)).toEqual(scene(leaning, 30, 60))
  })

  test.each([
    ['a mirror image', [-1, 0, 500, 0, 1, 0, 0, 0, 1]],
    ['a line', [1, 0, 0, 0.5, 0, 0, 0, 0, 1]],
    ['a view from ten times as far', [0.05, 0, 0, 0, 0.05, 0, 0, 0, 1]],
  ] as const)('is not %s', (_, h) => {
    expect(scene(h, 60, 0)?.positions ?? 0).toBeLessThan(12)
  })

  test('is nothing with three matches', () => {
    expect(scene(leaning, 3, 0)).toBeNull()
  })
})
