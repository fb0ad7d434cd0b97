import {
  type Homography,
  homographyOf,
  inRatios,
  invert,
  project,
} from '../../reader/core/register/homography.ts'
import { regionOf } from '../../reader/core/register/region.ts'
import { register } from '../../reader/core/register/register.ts'
import {
  loadModels,
  type Picture,
  type ReaderSettings,
  type ReadResult,
  read,
} from '../../reader/node/index.ts'
import { plain } from '../../scripts/faces/conditions.ts'
import { seenFrom } from '../../scripts/faces/draw/camera.ts'
import type { Conditions } from '../../scripts/faces/index.ts'
import { CONFIDENT } from './reader-cases.ts'
import type { Verdict } from './reader-faces.ts'
import { percent, share } from './reader-score.ts'

/** A photograph registered to its reference. */
export interface Trial {
  /** Maximum corner error of what is read, as a fraction of its longer side; null: refused. */
  error: number | null
  verdict: Verdict
  /** Confidence of 0.9 or more. */
  sure: boolean
}

interface View {
  name: string
  how: Partial<Conditions>
  /** Fraction of the picture, from its left, that is covered. */
  cover?: number
}

export const models = await loadModels()
const ORDINARY: Partial<Conditions> = { noise: 3, blur: 0.6, quality: 80, gradient: 0.1, light: 0.9 }

const each = (
  values: readonly number[],
  name: (value: number) => string,
  how: (value: number) => Partial<Conditions>,
): View[] => values.map((value) => ({ name: name(value), how: how(value) }))

export const views: readonly View[] = [
  ...each(
    [0, 15, 30, 45, 60],
    (tilt) => `tilt ${tilt}°`,
    (tilt) => ({ tilt }),
  ),
  ...each(
    [15, 45, 90, 180],
    (rotation) => `rotation ${rotation}°`,
    (rotation) => ({ rotation }),
  ),
  ...each(
    [2, 1.4, 0.7, 0.5],
    (distance) => `distance ${distance}`,
    (distance) => ({ zoom: 1 / distance }),
  ),
  ...each(
    [0.35, 0.15],
    (light) => `light ${light}`,
    (light) => ({ light, noise: 5, tilt: 15 }),
  ),
  { name: 'light from the side', how: { gradient: 0.5, warmth: 0.8, tilt: 15 } },
  ...each(
    [0.4, 0.8],
    (glare) => `glare ${glare}`,
    (glare) => ({ glare, tilt: 15 }),
  ),
  ...each(
    [1.5, 3, 6],
    (blur) => `blur ${blur} px`,
    (blur) => ({ blur, tilt: 15 }),
  ),
  ...[0.15, 0.3].map((cover) => ({ name: `${100 * cover} % covered`, how: { tilt: 15 }, cover })),
  {
    name: 'all together',
    how: { tilt: 30, rotation: 20, zoom: 0.8, blur: 1, noise: 5, glare: 0.3, light: 0.7 },
  },
]

export function conditionsOf({ how }: View, seed: number): Conditions {
  return { ...plain, ...ORDINARY, seed, tiltTo: (seed * 137) % 360, ...how }
}

export function covered(picture: Picture, part: number): Picture {
  const data = picture.data.slice()
  const edge = Math.round(part * picture.width)
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < edge; x++) data.set([40, 34, 30, 255], 4 * (y * picture.width + x))
  }
  return { ...picture, data }
}

/** The true mapping from reference to photograph, ratios to ratios. */
export function truthOf(size: { width: number; height: number }, how: Conditions): Homography {
  const { width, height } = size
  const seen = seenFrom(width, height, how)
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
  const flat = (points: readonly { x: number; y: number }[]) =>
    Float64Array.from(points.flatMap(({ x, y }) => [x, y]))
  const truth = homographyOf(flat(corners), flat(corners.map(seen)), [0, 1, 2, 3])
  if (!truth) throw new Error('a camera that sees nothing')
  return inRatios(truth, size, size)
}

function errorOf(found: Homography, truth: Homography, settings: ReaderSettings, reference: Picture): number {
  const { x1, y1, x2, y2 } = regionOf(settings, reference.width, reference.height).read
  const long = Math.max((x2 - x1) * reference.width, (y2 - y1) * reference.height)
  // Errors are measured in the reference's frame, where the settings are.
  const back = invert(truth)
  if (!back) return Number.POSITIVE_INFINITY
  return Math.max(
    ...[
      [x1, y1],
      [x2, y1],
      [x2, y2],
      [x1, y2],
    ].map(([x = 0, y = 0]) => {
      const there = project(found, x, y)
      const here = project(back, there.x, there.y)
      return Math.hypot((here.x - x) * reference.width, (here.y - y) * reference.height) / long
    }),
  )
}

export function runTrial(
  photo: Picture,
  reference: Picture,
  settings: ReaderSettings,
  truth: Homography,
  judge: (result: ReadResult) => Verdict,
): Trial {
  const found = register(photo, reference, settings)
  if ('reason' in found) return { error: null, verdict: 'none', sure: false }
  // As `read` with a reference, without registering twice.
  const result = read(found.picture, settings, models)
  const still = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const
  return {
    error: errorOf(found.back ?? still, truth, settings, reference),
    verdict: judge(result),
    sure: result.value !== null && Math.min(result.confidence, found.maxConfidence) >= CONFIDENT,
  }
}

export function rowOf(name: string, tries: readonly Trial[]): string[] {
  const errors = tries.flatMap(({ error }) => (error === null ? [] : [error])).sort((a, b) => a - b)
  const at = (part: number) =>
    percent(errors[Math.min(errors.length - 1, Math.floor(part * errors.length))] ?? Number.NaN)
  return [
    name,
    `${tries.length}`,
    percent(errors.length / tries.length),
    at(0.5),
    at(0.95),
    at(1),
    percent(share(tries, ({ error }) => error !== null && error > 0.03)),
    ...(['right', 'none', 'wrong'] as const).map((wanted) =>
      percent(share(tries, ({ verdict }) => verdict === wanted)),
    ),
    percent(share(tries, ({ verdict, sure }) => sure && verdict === 'wrong')),
  ]
}

export const HEADER = [
  'view',
  'n',
  'found',
  'error, median',
  '95 %',
  'greatest',
  'false place',
  'right',
  'no value',
  'wrong',
  'sure and wrong',
]
