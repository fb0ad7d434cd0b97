// Covers docs/requirements.md: 527, 590, 671, 725

import { describe, expect, test } from 'vitest'
import { type Conditions, type Face, faces, photograph, plain, referencePicture } from '../../faces/index.ts'
import { readerSettingsOf } from '../../faces/reader-settings.ts'
import { blurredAndNoisy, liveFrame } from '../../tests/support/reader/liveFrame.ts'
import { decode } from '../node/decode.ts'
import { createHintWatch, FRAME_SIZE } from './hints.ts'
import { limitSize } from './resample.ts'
import type { Picture } from './types.ts'

const faceOf = (key: string): Face => {
  const face = faces.find((each) => each.key === key)
  if (!face) throw new Error(`there is no face ${key}`)
  return face
}
const gauge = faceOf('pump-discharge')
const counter = faceOf('city-gas')

async function frameOf(face: Face, value: number, how: Partial<Conditions>) {
  return limitSize(
    await decode((await photograph(face, value, { ...plain, noise: 2, ...how })).jpeg),
    FRAME_SIZE,
  )
}

async function watchOf(face: Face) {
  return createHintWatch(
    readerSettingsOf(face),
    limitSize(await decode(await referencePicture(face)), FRAME_SIZE),
  )
}

/** As of a live view that stands still. */
async function hintFor(face: Face, value: number, how: Partial<Conditions>, at = face) {
  const watch = await watchOf(at)
  const frame = await frameOf(face, value, how)
  let last = null
  for (let look = 0; look < 12; look++) last = watch.look(frame)
  return last
}

test.each([
  ['straight on', {}, null],
  ['as hands take it', { tilt: 20, tiltTo: 60, rotation: 10, zoom: 0.85, blur: 1, light: 0.6 }, null],
  ['in the dark', { light: 0.15 }, 'dark'],
  ['out of focus', { blur: 6 }, 'blur'],
  ['with a lamp in the glass', { glare: 4, seed: 5 }, 'glare'],
  ['from far aside', { tilt: 52, tiltTo: 60 }, 'tilt'],
  ['with a turned phone', { rotation: 40 }, 'tilt'],
] as const)('a live view %s is told so', async (_, how, hint) => {
  expect(await hintFor(gauge, 0.42, how)).toBe(hint)
})

describe('glare', () => {
  // A camera that exposes more than the reference's makes the white face of a gauge as white as a reflection.
  const bright = { light: 1.3 }

  test.each([
    ['pump-discharge', 0.42],
    ['expansion-tank', 0.2],
    ['transformer-oil', 52],
    ['main-current', 320],
    ['city-gas', 24_217.7],
  ])('is never told of a bright picture without it: %s', async (key, value) => {
    const face = faceOf(key)
    const watch = await watchOf(face)
    const frame = await frameOf(face, value, bright)
    expect(new Set(Array.from({ length: 12 }, () => watch.look(frame)))).toEqual(new Set([null]))
  })

  test('is told of a bright picture with it', async () => {
    expect(await hintFor(gauge, 0.42, { ...bright, glare: 4, seed: 5 })).toBe('glare')
  })

  test('that hides much of the right meter does not make it another one', async () => {
    const watch = await watchOf(gauge)
    const frame = await frameOf(gauge, 0.42, { glare: 6, seed: 5 })
    const looks = Array.from({ length: 15 }, () => watch.look(frame))
    expect(new Set(looks)).toEqual(new Set([null, 'glare']))
    expect(looks.at(-1)).toBe('glare')
  })

  test('does not come before the hint of another meter in a bright picture', async () => {
    const watch = await watchOf(gauge)
    const frame = await frameOf(faceOf('gis-gas'), 0.6, bright)
    const looks = Array.from({ length: 12 }, () => watch.look(frame))
    expect(new Set(looks)).toEqual(new Set([null, 'other meter']))
    expect(looks.at(-1)).toBe('other meter')
  })
})

describe('a picture of the right meter that hardly shows it', () => {
  test.each([
    ['a fogged lens', { cover: 'fog', noise: 8 }, 'low contrast'],
    ['a covered lens', { cover: 'lens', noise: 8 }, 'low contrast'],
    ['thick haze', { haze: 0.97, noise: 8 }, 'low contrast'],
    ['night', { cover: 'night', noise: 8 }, 'dark'],
  ] as const)('is not taken for another: %s', async (_, how, hint) => {
    for (const [face, value] of [
      [gauge, 0.42],
      [counter, 24_217.7],
      [faceOf('main-current'), 320],
    ] as const) {
      const watch = await watchOf(face)
      const frame = await frameOf(face, value, how)
      expect(new Set(Array.from({ length: 12 }, () => watch.look(frame))), face.key).toEqual(new Set([hint]))
    }
  })

  test('is not taken for another without a reference picture either', async () => {
    const watch = createHintWatch(readerSettingsOf(gauge), null)
    expect(watch.look(await frameOf(gauge, 0.42, { cover: 'fog', noise: 8 }))).toBe('low contrast')
  })
})

describe('in an upright view', () => {
  const upright = [1080, 1920] as const
  const shown = async (face: Face, value: number, distance?: number) =>
    liveFrame((await photograph(face, value, { ...plain, noise: 2 })).jpeg, upright, distance)
  const last = async (at: Face, frame: Picture) => {
    const watch = await watchOf(at)
    return Array.from({ length: 12 }, () => watch.look(frame)).at(-1)
  }

  test.each([
    ['inverter-frequency', 45.2, 1],
    ['energy-main', 5_420, 0.75],
    ['annex-water', 120, 1.3],
  ] as const)(
    'the meter of a landscape reference is not taken for another: %s',
    async (key, value, distance) => {
      const face = faceOf(key)
      expect(await last(face, await shown(face, value, distance))).toBeNull()
    },
  )

  test.each([
    ['city-gas', 24_217.7],
    // Its edges are so soft that a picture of it looks blurred beside the gauge's.
    ['inverter-frequency', 45.2],
    // A gauge with the same ticks and other numerals.
    ['cooling-tower-outlet', 30],
  ] as const)('another meter is recognised: %s', async (key, value) => {
    expect(await last(gauge, await shown(faceOf(key), value))).toBe('other meter')
  })

  test('a blurred picture of the right meter is not taken for another', async () => {
    const { jpeg } = await photograph(gauge, 0.42, { ...plain, noise: 2, blur: 4 })
    expect(await last(gauge, await liveFrame(jpeg, upright))).toBe('blur')
  })

  test.each([
    ['pump-discharge', 0.42],
    ['city-gas', 24_217.7],
    ['main-current', 320],
    ['energy-main', 5_420],
  ] as const)('nor is a blurred one with the noise of poor light: %s', async (key, value) => {
    const face = faceOf(key)
    const frame = await shown(face, value)
    for (const [blur, noise] of [
      [3, 6],
      [4, 12],
      [6, 20],
    ] as const)
      expect(await last(face, await blurredAndNoisy(frame, blur, noise)), `${blur} ${noise}`).toBe('blur')
  })

  test('noise alone neither hides another meter nor makes a sharp picture blurred', async () => {
    const noisy = async (face: Face, value: number) => blurredAndNoisy(await shown(face, value), 0.3, 8)
    expect(await last(gauge, await noisy(faceOf('city-gas'), 24_217.7))).toBe('other meter')
    expect(await last(gauge, await noisy(gauge, 0.42))).toBeNull()
  })
})

test('another meter is told after several clear looks at it, the right one never', async () => {
  expect(await hintFor(counter, 24_217.7, {})).toBeNull()
  const watch = await watchOf(gauge)
  const frame = await frameOf(counter, 24_217.7, {})
  const looks = Array.from({ length: 12 }, () => watch.look(frame))
  expect(looks.slice(0, 8)).toEqual(Array(8).fill(null))
  expect(looks.at(-1)).toBe('other meter')
  const own = await frameOf(gauge, 0.42, {})
  for (let look = 0; look < 3; look++) watch.look(own)
  expect(watch.look(own)).toBeNull()
})

test('without a reference picture only the picture itself is judged', async () => {
  const watch = createHintWatch(readerSettingsOf(gauge), null)
  const hints = await Promise.all(
    [{}, { blur: 8 }, { light: 0.15 }].map(async (how) => watch.look(await frameOf(gauge, 0.42, how))),
  )
  expect(hints).toEqual([null, 'blur', 'dark'])
})
