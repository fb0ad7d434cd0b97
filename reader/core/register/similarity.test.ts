// Covers docs/requirements.md: 671

import { describe, expect, test } from 'vitest'
import type { GreyPicture } from './grey.ts'
import { compose, type Homography, IDENTITY, invert, project } from './homography.ts'
import { DAZZLED, type NormalisedPicture, normaliseContrast, SEEN, warp } from './normalise.ts'
import { align } from './refine.ts'
import { BEYOND, MOVING, NEAR } from './region.ts'
import { compare } from './similarity.ts'

const WIDTH = 200
const HEIGHT = 150
const whole = { x1: 0, y1: 0, x2: WIDTH, y2: HEIGHT }
const near = new Uint8Array(WIDTH * HEIGHT).fill(NEAR)

/** Soft spots at seeded random positions. */
function spots(seed: number) {
  const data = new Float32Array(WIDTH * HEIGHT)
  for (let n = 0; n < 60; n++) {
    const [x, y] = [(n * 73 + n * n * 11 * seed) % WIDTH, (n * 41 * seed + n * n * 7) % HEIGHT]
    for (let row = 0; row < HEIGHT; row++) {
      for (let column = 0; column < WIDTH; column++) {
        const square = (column - x) * (column - x) + (row - y) * (row - y)
        const at = row * WIDTH + column
        if (square < 400) data[at] = (data[at] ?? 0) + (n % 2 === 0 ? 90 : -90) / (1 + square / 18)
      }
    }
  }
  return { width: WIDTH, height: HEIGHT, data: data.map((value) => value + 128) }
}

const relief = (grey: GreyPicture, seen: Uint8Array | null = null): NormalisedPicture =>
  normaliseContrast(grey, seen, 8, 5)
const picture = spots(3)
const still = relief(picture)

describe('two normalised pictures', () => {
  test('of one picture in another light are alike', () => {
    const dim = relief({
      ...picture,
      data: picture.data.map((value, at) => 30 + value * 0.4 + (at % WIDTH) * 0.2),
    })
    const { cells, alike, different, correlation } = compare(still, dim, whole, near)
    expect(different).toBe(0)
    expect(alike / cells).toBeGreaterThan(0.9)
    expect(correlation).toBeGreaterThan(0.95)
  })

  test('of two pictures are different', () => {
    const { cells, different } = compare(still, relief(spots(5)), whole, near)
    expect(different / cells).toBeGreaterThan(0.7)
  })

  test('of a picture partly washed out or out of view are neither there', () => {
    const washed = {
      ...picture,
      data: picture.data.map((value, at) => (at % WIDTH < WIDTH / 2 ? 250 : value)),
    }
    const seen = new Uint8Array(WIDTH * HEIGHT).map((_, at) => (at % WIDTH < WIDTH / 2 ? 0 : 1))
    const overexposed = compare(still, relief(washed), whole, near)
    const cut = compare(still, relief(picture, seen), whole, near)
    expect(overexposed.hidden / overexposed.cells).toBeGreaterThan(0.4)
    expect(cut.unseen / cut.cells).toBeGreaterThan(0.4)
    expect(Math.max(overexposed.different, cut.different) / cut.cells).toBeLessThan(0.1)
  })

  test('are compared only where nothing moves', () => {
    const half = near.map((zone, at) => (at % WIDTH < WIDTH / 2 ? MOVING : zone))
    const changed = {
      ...picture,
      data: picture.data.map((value, at) => (at % WIDTH < WIDTH / 2 ? 255 - value : value)),
    }
    expect(compare(still, relief(changed), whole, half).different).toBeLessThanOrEqual(1)
    expect(compare(still, relief(changed), whole, near).different).toBeGreaterThan(10)
  })

  test('are not different where light in the glass hides a part', () => {
    const isLit = (at: number) => at % WIDTH < WIDTH / 2 && Math.floor(at / WIDTH) % 20 < 8
    const lit = { ...picture, data: picture.data.map((value, at) => (isLit(at) ? 255 : value)) }
    const seen = near.map((_, at) => (isLit(at) ? DAZZLED : SEEN))
    const known = compare(still, relief(lit, seen), whole, near)
    const unknown = compare(still, relief(lit), whole, near)
    expect(known.different).toBeLessThan(unknown.different / 2)
    expect(known.alike).toBeGreaterThan(unknown.alike)
  })

  test.each([
    ['light in the glass', 255, DAZZLED, 1],
    ['a dark thing before it', 20, SEEN, 0],
  ] as const)('of a picture of which %s hides one half: the reason is known', (_, luma, mark, share) => {
    const isLeft = (at: number) => at % WIDTH < WIDTH / 2
    const half = { ...picture, data: picture.data.map((value, at) => (isLeft(at) ? luma : value)) }
    const seen = near.map((_, at) => (isLeft(at) ? mark : SEEN))
    const { cells, hidden, dazzled } = compare(still, relief(half, seen), whole, near)
    expect(hidden / cells).toBeGreaterThan(0.4)
    expect(dazzled).toBe(share * hidden)
  })

  test('of a face are compared on the face alone', () => {
    // The normalisation extends a change a little to its sides.
    const left = near.map((zone, at) => (at % WIDTH < WIDTH / 2 - 20 ? zone : BEYOND))
    const changed = {
      ...picture,
      data: picture.data.map((value, at) => (at % WIDTH < WIDTH / 2 ? value : 255 - value)),
    }
    expect(compare(still, relief(changed), whole, left, true).different).toBeLessThanOrEqual(1)
    expect(compare(still, relief(changed), whole, left).different).toBeGreaterThan(10)
  })

  test('are brought together to a small part of a pixel, though something has moved', () => {
    const away: Homography = [1.012, 0.006, -1.4, -0.008, 0.992, 1.8, 0.00006, -0.00004, 1]
    const bent = warp([picture], away, WIDTH, HEIGHT)
    // A dark obstacle.
    for (let y = 50; y < 90; y++) bent.data.fill(20, y * WIDTH + 60, y * WIDTH + 90)
    const found = align(still, relief(bent, bent.seen), { x1: 20, y1: 20, x2: 180, y2: 130 }, near)
    const back = invert(away)
    const rest = found && back ? compose(away, found) : IDENTITY
    for (const [x = 0, y = 0] of [
      [30, 30],
      [170, 30],
      [170, 120],
      [30, 120],
    ]) {
      const { x: u, y: v } = project(rest, x, y)
      expect(Math.hypot(u - x, v - y)).toBeLessThan(0.15)
    }
  })
})
