// Covers docs/requirements.md: 671

import { describe, expect, test } from 'vitest'
import { plain } from '../../../faces/conditions.ts'
import { seenFrom } from '../../../faces/draw/camera.ts'
import {
  type Conditions,
  faces,
  photograph,
  readerSettingsOf,
  referencePicture,
} from '../../../faces/index.ts'
import { decode } from '../../node/decode.ts'
import { loadModels } from '../../node/models.ts'
import { read } from '../read.ts'
import { limitSize } from '../resample.ts'
import { conclude } from '../result.ts'
import type { Picture } from '../types.ts'
import { project } from './homography.ts'
import { rectify } from './rectify.ts'
import { certainty, mapResultBack, type NotRegistered, type Registration, register } from './register.ts'

/** A demonstration meter, its settings and its reference picture. */
async function meter(key: string) {
  const face = faces.find((one) => one.key === key)
  if (!face) throw new Error(`no face ${key}`)
  const settings = readerSettingsOf(face)
  const reference = await decode(await referencePicture(face))
  const take = async (value: number, how: Partial<Conditions>) =>
    decode((await photograph(face, value, { ...plain, noise: 3, blur: 0.6, ...how })).jpeg)
  return { face, settings, reference, take }
}

const [gauge, counter, display] = await Promise.all([
  meter('pump-discharge'),
  meter('water-main'),
  meter('chilled-flow'),
])

const whole = { x1: 0, y1: 0, x2: 1, y2: 1 }

function placed(found: Registration | NotRegistered): Registration {
  if ('reason' in found) throw new Error(`lost: ${found.reason} ${found.registration}`)
  return found
}

/** Error of a point mapped from the reference, as a fraction of the picture's width. */
function error(
  found: Registration,
  { width, height }: Picture,
  how: Partial<Conditions>,
  at: { x: number; y: number },
): number {
  const { x, y } = found.back ? project(found.back, at.x, at.y) : at
  const seen = seenFrom(width, height, { ...plain, ...how })({ x: at.x * width, y: at.y * height })
  return Math.hypot(seen.x - x * width, seen.y - y * height) / width
}

describe('a camera that has not moved', () => {
  test('has its photographs read as they are', async () => {
    const photo = await gauge.take(0.7, { seed: 3 })
    const found = placed(register(photo, gauge.reference, gauge.settings))
    expect(found.picture).toBe(photo)
    expect(found.back).toBeNull()
    expect(found.registration).toBeGreaterThan(0.9)
    expect(found.maxConfidence).toBe(1)
  })

  test('is known in other pixels, and by little light', async () => {
    const photo = limitSize(await gauge.take(0.2, { light: 0.3, noise: 6 }), 700)
    expect(placed(register(photo, gauge.reference, gauge.settings)).back).toBeNull()
  })

  test('is known when everything round the meter has changed', async () => {
    const photo = await display.take(31.4, {})
    for (let y = 0; y < photo.height; y++) {
      for (let x = 0; x < photo.width; x++) {
        const nearby =
          x > 0.15 * photo.width &&
          x < 0.85 * photo.width &&
          y > 0.08 * photo.height &&
          y < 0.75 * photo.height
        if (!nearby) photo.data.set([(x * 7) % 60, 40, (y * 5) % 50, 255], 4 * (y * photo.width + x))
      }
    }
    expect(placed(register(photo, display.reference, display.settings)).registration).toBeGreaterThan(0.9)
  })
})

describe('a gauge in front of a background', () => {
  /** Bricks of seeded random grey. */
  function bricks({ width, height }: Picture, seed: number): Picture {
    const data = new Uint8ClampedArray(4 * width * height).fill(255)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [u, v] = [Math.floor(x / 17), Math.floor(y / 13)]
        const random = ((u * 374761393 + v * 668265263 + seed * 974634) ^ (u * v * 1274126177)) >>> 0
        data.fill(40 + (random % 160), 4 * (y * width + x), 4 * (y * width + x) + 3)
      }
    }
    return { width, height, data }
  }

  const axis = gauge.settings.axis ?? { x: 0, y: 0 }
  const radius = gauge.settings.radius ?? 0

  /** Draws the gauge with its rim in front of a background, scaled and moved by pixels. */
  function drawBefore(background: Picture, picture: Picture, scale: number, moved: { x: number; y: number }) {
    const { width, height } = background
    const rim = 1.4 * radius * width
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const u = (x - axis.x * width - moved.x) / scale
        const v = (y - axis.y * height - moved.y) / scale
        if (u * u + v * v > rim * rim) continue
        const at = 4 * (Math.round(axis.y * height + v) * width + Math.round(axis.x * width + u))
        background.data.set(picture.data.subarray(at, at + 4), 4 * (y * width + x))
      }
    }
    return background
  }

  test.each([
    ['that did not move with it', 1, 0.8],
    ['that changed', 9, 1],
  ])('%s is found by its face', async (_, seed, scale) => {
    const moved = { x: 40, y: -20 }
    const still = await gauge.take(0.7, { noise: 1 })
    const reference = drawBefore(bricks(still, 1), still, 1, { x: 0, y: 0 })
    const photo = drawBefore(bricks(still, seed), await gauge.take(0.3, {}), scale, moved)
    const found = placed(register(photo, reference, gauge.settings))
    expect(found.registration).toBeGreaterThan(0.9)
    const back = found.back ?? [1, 0, 0, 0, 1, 0, 0, 0, 1]
    const { x, y } = project(back, axis.x + 0.7 * radius, axis.y)
    expect(x).toBeCloseTo(axis.x + scale * 0.7 * radius + moved.x / photo.width, 2)
    expect(y).toBeCloseTo(axis.y + moved.y / photo.height, 2)
  })
})

describe('a reference that shows too little to know the meter by', () => {
  /** A reference picture taken in fog. */
  const blank = async () =>
    decode((await photograph(counter.face, 4321.5, { ...plain, cover: 'fog', noise: 1 })).jpeg)

  test('has photographs read where the settings say, never surely', async () => {
    const models = await loadModels()
    const context = { reference: await blank() }
    const result = read(await counter.take(4321.5, {}), counter.settings, models, context)
    expect(result).toMatchObject({ value: 4321.5, registration: null, reasons: ['moved'] })
    expect(result.confidence).toBeLessThan(0.9)
  })

  test('lets no photograph of another shape through', async () => {
    const photo = await counter.take(4321.5, {})
    const portrait = rectify(photo, [1, 0, 0, 0, 1, 0, 0, 0, 1], { width: 300, height: 400 }, whole)
    expect(register(portrait, await blank(), counter.settings)).toHaveProperty('reason')
  })
})

describe('a photograph from elsewhere', () => {
  test.each([
    ['a few pixels beside', { shift: { x: 0.006, y: -0.004 }, rotation: 0.4 }],
    ['leaning by 35°', { tilt: 35, tiltTo: 70 }],
    ['leaning by 55°', { tilt: 55, tiltTo: 200 }],
    ['turned by 45°', { rotation: 45 }],
    ['turned by 90°', { rotation: 90, zoom: 0.8 }],
    ['from twice as far', { zoom: 0.5 }],
    ['from nearer', { zoom: 1.25 }],
    ['soft, dim and glaring', { tilt: 20, tiltTo: 130, blur: 2.5, light: 0.4, noise: 6, glare: 0.5 }],
  ] as const)('%s carries the pins to within half a hundredth of the picture', async (_, how) => {
    const { axis, radius } = gauge.settings
    if (!axis || radius === null) throw new Error('no pins')
    const photo = await gauge.take(0.3, how)
    const found = placed(register(photo, gauge.reference, gauge.settings))
    for (const way of [-1, 1]) {
      expect(error(found, photo, how, { x: axis.x + way * radius * 0.7, y: axis.y })).toBeLessThan(0.005)
    }
  })

  test('taken upright for a reference taken across is brought into its shape', async () => {
    const across = await counter.take(4321.5, { zoom: 0.8 })
    const { width, height } = across
    // A portrait crop of the middle.
    const portrait = { width: Math.round(height * 0.75), height }
    const share = portrait.width / width
    const cut = rectify(across, [share, 0, (1 - share) / 2, 0, 1, 0, 0, 0, 1], portrait, whole)
    const { picture } = placed(register(cut, counter.reference, counter.settings))
    expect(picture.width / picture.height).toBeCloseTo(counter.reference.width / counter.reference.height, 1)
  })

  test.each([
    ['a gauge, whose needle is in front of its scale', gauge, 0.3, 30, 40],
    ['a display', display, 31.4, 50, 62],
  ] as const)('seen too much from the side leaves a doubt: %s', async (_, at, value, little, much) => {
    const [near, far] = await Promise.all(
      [little, much].map(async (tilt) => {
        const photo = await at.take(value, { tilt, tiltTo: 90 })
        return placed(register(photo, at.reference, at.settings)).maxConfidence
      }),
    )
    expect(near).toBe(1)
    expect(far).toBeLessThan(0.9)
  })
})

describe('a photograph that does not show the meter', () => {
  test('because it shows another one is refused', async () => {
    const photo = await gauge.take(0.3, {})
    expect(register(photo, counter.reference, counter.settings)).toHaveProperty('reason', 'moved')
    const other = await counter.take(4321.5, { tilt: 10 })
    expect(register(other, gauge.reference, gauge.settings)).toHaveProperty('reason', 'moved')
  })

  test('because it shows another one in the same housing is refused', async () => {
    const [inverter, store] = await Promise.all([meter('inverter-frequency'), meter('cold-storage')])
    const photo = await inverter.take(48.2, {})
    expect(register(photo, store.reference, store.settings)).toHaveProperty('reason', 'moved')
  })

  test('because it shows a gauge with the same ticks and other numerals is refused', async () => {
    const cooling = await meter('cooling-tower-outlet')
    const [hot, pressed] = await Promise.all([cooling.take(30, {}), gauge.take(0.3, {})])
    expect(register(hot, gauge.reference, gauge.settings)).toHaveProperty('reason', 'moved')
    expect(register(pressed, cooling.reference, cooling.settings)).toHaveProperty('reason', 'moved')
  })

  test('because what is read is beyond its edge is refused', async () => {
    const photo = await counter.take(4321.5, { shift: { x: 0.4, y: 0 } })
    expect(register(photo, counter.reference, counter.settings)).toHaveProperty('reason', 'moved')
  })

  test.each([
    ['fog', 'low contrast'],
    ['night', 'low contrast'],
  ] as const)('because of %s is refused for %s', async (cover, reason) => {
    const photo = await gauge.take(0.3, { cover, noise: 5 })
    expect(register(photo, gauge.reference, gauge.settings)).toHaveProperty('reason', reason)
  })

  test('because it is blurred beyond recognition is refused for blur', async () => {
    const photo = await counter.take(4321.5, { blur: 24, tilt: 10 })
    expect(register(photo, counter.reference, counter.settings)).toHaveProperty('reason', 'blur')
  })

  test('because light drowns it is refused for glare', async () => {
    const photo = await counter.take(4321.5, {})
    const drowned = { ...photo, data: photo.data.map((level) => level + 250) }
    expect(register(drowned, counter.reference, counter.settings)).toHaveProperty('reason', 'glare')
  })

  test.each([
    [1, 1],
    [3, 900],
    [40, 30],
  ])('of %i × %i pixels is refused', (width, height) => {
    const photo = { width, height, data: new Uint8ClampedArray(4 * width * height).fill(128) }
    expect(register(photo, gauge.reference, gauge.settings)).toHaveProperty('reason')
    expect(() => register(gauge.reference, photo, gauge.settings)).not.toThrow()
  })
})

describe('the confidence that the meter is found', () => {
  const similarity = (cells: number, alike: number) => ({
    cells,
    alike,
    different: cells - alike,
    hidden: 0,
    dazzled: 0,
    unseen: 0,
    correlation: 0.85,
  })
  const candidate = { h: [1, 0, 0, 0, 1, 0, 0, 0, 1] as const, whole: similarity(100, 30) }

  test('does not depend on the surroundings of a face', () => {
    const near = similarity(50, 45)
    expect(certainty({ ...candidate, near, isFace: true })).toBeGreaterThan(0.9)
    expect(certainty({ ...candidate, near, isFace: false })).toBeLessThan(0.9)
  })

  test('is too low for a value if a quarter of a face differs', () => {
    expect(certainty({ ...candidate, near: similarity(48, 36), isFace: true })).toBeLessThan(0.6)
  })
})

describe('a reading of a placed photograph', () => {
  const seen = conclude({
    value: 5,
    confidence: 1,
    frame: { needle: { from: { x: 0.5, y: 0.5 }, to: { x: 0.5, y: 0.2 } } },
  })
  const picture = { width: 1, height: 1, data: new Uint8ClampedArray(4) }
  const back = [0.5, 0, 0.25, 0, 0.5, 0.25, 0, 0, 1] as const

  test('has its frame where the photograph shows it', () => {
    const { frame, value, reasons } = mapResultBack(seen, {
      picture,
      back,
      registration: 1,
      maxConfidence: 1,
    })
    expect(frame.needle).toEqual({ from: { x: 0.5, y: 0.5 }, to: { x: 0.5, y: 0.35 } })
    expect([value, reasons]).toEqual([5, []])
  })

  test('is as sure as its place and says so', () => {
    const result = mapResultBack(seen, { picture, back: null, registration: 0.7, maxConfidence: 0.7 })
    expect(result).toMatchObject({ value: 5, confidence: 0.7, registration: 0.7, reasons: ['moved'] })
  })

  test('that nothing could check is taken for one of a meter that may have moved', () => {
    const result = mapResultBack(seen, { picture, back: null, registration: null, maxConfidence: 0.8 })
    expect(result).toMatchObject({ value: 5, confidence: 0.8, registration: null, reasons: ['moved'] })
  })

  test('has no value where the place is too unsure', () => {
    const result = mapResultBack(seen, { picture, back: null, registration: 0.5, maxConfidence: 0.5 })
    expect([result.value, result.frame.text, result.reasons]).toEqual([null, null, ['moved']])
  })
})
