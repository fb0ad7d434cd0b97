import { type Random, randomFrom } from '../random.ts'
import type { Wall } from '../types.ts'
import type { Canvas } from './canvas.ts'

interface Paint {
  colour: readonly [number, number, number]
  /** Levels of texture: large stains, middle, fine grain. */
  stain: number
  middle: number
  grain: number
  /** Aspect ratio of the grain; 1 is isotropic. */
  stretch: number
}

const paints: Record<Wall, Paint> = {
  concrete: { colour: [158, 155, 149], stain: 24, middle: 8, grain: 12, stretch: 1 },
  cream: { colour: [205, 199, 178], stain: 9, middle: 4, grain: 3.5, stretch: 1 },
  grey: { colour: [146, 152, 156], stain: 10, middle: 4, grain: 3.5, stretch: 1 },
  steel: { colour: [176, 178, 180], stain: 14, middle: 5, grain: 9, stretch: 60 },
  dark: { colour: [74, 80, 86], stain: 8, middle: 4, grain: 3, stretch: 1 },
}

/** Value noise in -1..1, smoothly interpolated. */
function field(width: number, height: number, cellX: number, cellY: number, random: Random) {
  const columns = Math.ceil(width / cellX) + 2
  const rows = Math.ceil(height / cellY) + 2
  const knots = Float32Array.from({ length: columns * rows }, () => random() * 2 - 1)
  return (x: number, y: number): number => {
    const gx = x / cellX
    const gy = y / cellY
    const x0 = Math.floor(gx)
    const y0 = Math.floor(gy)
    const fx = gx - x0
    const fy = gy - y0
    const ex = fx * fx * (3 - 2 * fx)
    const ey = fy * fy * (3 - 2 * fy)
    const at = y0 * columns + x0
    const upper = (knots[at] ?? 0) * (1 - ex) + (knots[at + 1] ?? 0) * ex
    const lower = (knots[at + columns] ?? 0) * (1 - ex) + (knots[at + columns + 1] ?? 0) * ex
    return upper * (1 - ey) + lower * ey
  }
}

export function wall(kind: Wall, width: number, height: number, seed: number): Canvas {
  const random = randomFrom(seed)
  const paint = paints[kind]
  const stain = field(width, height, 210, 170, random)
  const middle = field(width, height, 34, 30, random)
  const grain = field(width, height, 2.4 * paint.stretch, 2.4, random)
  const pixels = new Uint8ClampedArray(width * height * 3)
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const lift = paint.stain * stain(x, y) + paint.middle * middle(x, y) + paint.grain * grain(x, y)
      for (const level of paint.colour) pixels[at++] = level + lift
    }
  }
  return { width, height, pixels }
}
