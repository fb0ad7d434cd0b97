import { randomFrom } from '../random.ts'
import type { Conditions, Point } from '../types.ts'
import { type Canvas, margin } from './canvas.ts'

/** Row by row, from the picture's pixels to the scene's. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number]

/** A pinhole camera in front of the flat scene; focal length 1.25 widths, as a phone's. */
export function towardsScene(width: number, height: number, how: Conditions): Homography {
  const focal = 1.25 * width
  const lean = (how.tilt * Math.PI) / 180
  const way = (how.tiltTo * Math.PI) / 180
  const roll = (how.rotation * Math.PI) / 180
  const [dx, dy, flat, deep] = [Math.sin(way), -Math.cos(way), 1 - Math.cos(lean), Math.sin(lean)]
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)]
  const turned = (x: number, y: number) => [x * cos - y * sin, x * sin + y * cos] as const
  const [a0, a1] = turned(1 - dx * dx * flat, -dx * dy * flat)
  const [b0, b1] = turned(-dx * dy * flat, 1 - dy * dy * flat)
  const distance = focal / how.zoom
  const midX = width / 2
  const midY = height / 2
  const eyeX = midX + how.shift.x * width
  const eyeY = midY + how.shift.y * width
  const column = (x: number, y: number, z: number) => [focal * x + eyeX * z, focal * y + eyeY * z, z] as const
  const p = column(a0, a1, dx * deep)
  const q = column(b0, b1, dy * deep)
  const t0 = column(0, 0, distance)
  const t = [0, 1, 2].map((i) => (t0[i] ?? 0) - (p[i] ?? 0) * midX - (q[i] ?? 0) * midY) as [
    number,
    number,
    number,
  ]
  return [
    q[1] * t[2] - t[1] * q[2],
    t[0] * q[2] - q[0] * t[2],
    q[0] * t[1] - t[0] * q[1],
    t[1] * p[2] - p[1] * t[2],
    p[0] * t[2] - t[0] * p[2],
    t[0] * p[1] - p[0] * t[1],
    p[1] * q[2] - q[1] * p[2],
    q[0] * p[2] - p[0] * q[2],
    p[0] * q[1] - q[0] * p[1],
  ]
}

/** From the straight-on picture to one taken under `how`, in pixels. */
export function seenFrom(width: number, height: number, how: Conditions): (place: Point) => Point {
  const [a, b, c, d, e, f, g, h, i] = towardsScene(width, height, how)
  return ({ x, y }) => {
    const depth = (d * h - e * g) * x + (b * g - a * h) * y + (a * e - b * d)
    return {
      x: ((e * i - f * h) * x + (c * h - b * i) * y + (b * f - c * e)) / depth,
      y: ((f * g - d * i) * x + (a * i - c * g) * y + (c * d - a * f)) / depth,
    }
  }
}

const grainSize = 1 << 16
/** Precomputed normal deviates; each picture starts at another offset. */
const grain = (() => {
  const random = randomFrom(20261120)
  return Float32Array.from({ length: grainSize }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()))
    return radius * Math.cos(2 * Math.PI * random())
  })
})()

/** Beyond the margin the scene is mirrored. */
function mirrored(at: number, size: number): number {
  const folded = at < 0 ? -at : at
  return folded > size - 1.001 ? Math.max(0, 2 * (size - 1.001) - folded) : folded
}

/** Transmission of the scene, overlaid light, and blur in pixels. */
const covers = {
  none: { through: 1, veil: [0, 0, 0], soft: 0 },
  lens: { through: 0.07, veil: [80, 38, 26], soft: 24 },
  fog: { through: 0.09, veil: [162, 166, 168], soft: 24 },
  night: { through: 0.012, veil: [4, 4, 6], soft: 6 },
} as const

export function blurOf(how: Conditions): number {
  return Math.max(how.blur, covers[how.cover].soft)
}

/** Grey level of haze in full light. */
const HAZE = 190

/** Haze is thicker here and thinner there: 0.75 to 1. */
function patchesOf(seed: number, width: number): (u: number, v: number) => number {
  const random = randomFrom(seed ^ 0x4a2e)
  const [across, down, phase] = [random() * 9, random() * 9, random() * 6]
  return (u, v) => 0.875 + 0.125 * Math.sin((across * u + down * v) / width + phase)
}

/** Renders perspective, light gradient, colour cast, vignette and noise in one pass. */
export function expose(scene: Canvas, how: Conditions): Uint8ClampedArray {
  const { pixels } = scene
  const width = scene.width - 2 * margin
  const height = scene.height - 2 * margin
  const out = new Uint8ClampedArray(width * height * 3)
  const [h0, h1, h2, h3, h4, h5, h6, h7, h8] = towardsScene(width, height, how)
  const random = randomFrom(how.seed)
  const { through, veil } = covers[how.cover]
  const gain = how.light * through
  const from = (how.lightFrom * Math.PI) / 180
  const slopeX = (how.gradient * Math.sin(from) * 2) / width
  const slopeY = (-how.gradient * Math.cos(from) * 2) / width
  const cast = [gain * (1 + 0.13 * how.warmth), gain, gain * (1 - 0.17 * how.warmth)] as const
  const vignette = 0.55 * (how.gradient + 0.04)
  const patches = how.haze > 0 ? patchesOf(how.seed, width) : null
  let target = 0
  for (let v = 0; v < height; v++) {
    let [x, y, z] = [
      h0 * 0.5 + h1 * (v + 0.5) + h2,
      h3 * 0.5 + h4 * (v + 0.5) + h5,
      h6 * 0.5 + h7 * (v + 0.5) + h8,
    ]
    const dv = v - height / 2
    let walk = Math.floor(random() * grainSize)
    for (let u = 0; u < width; u++, x += h0, y += h3, z += h6, target += 3) {
      const sx = mirrored(x / z - 0.5 + margin, scene.width)
      const sy = mirrored(y / z - 0.5 + margin, scene.height)
      const x0 = sx | 0
      const y0 = sy | 0
      const fx = sx - x0
      const fy = sy - y0
      const a = (y0 * scene.width + x0) * 3
      const b = a + scene.width * 3
      const du = u - width / 2
      const fall = 1 + slopeX * du + slopeY * dv - (vignette * (du * du + dv * dv) * 2) / (width * width)
      const haze = patches ? how.haze * patches(u, v) : 0
      const mist = haze * HAZE * how.light
      const luma = (grain[walk & (grainSize - 1)] ?? 0) * how.noise
      for (let c = 0; c < 3; c++) {
        const upper = (pixels[a + c] ?? 0) * (1 - fx) + (pixels[a + 3 + c] ?? 0) * fx
        const lower = (pixels[b + c] ?? 0) * (1 - fx) + (pixels[b + 3 + c] ?? 0) * fx
        const colour = (grain[(walk + 7919 * (c + 1)) & (grainSize - 1)] ?? 0) * how.noise * 0.5
        out[target + c] =
          (upper * (1 - fy) + lower * fy) * (1 - haze) * (cast[c] ?? 1) * fall +
          mist +
          (veil[c] ?? 0) +
          luma +
          colour
      }
      walk++
    }
  }
  return out
}
