import { describe, expect, test } from 'vitest'
import {
  type Conditions,
  type Face,
  faces,
  photograph,
  plain,
  readerSettingsOf,
  referencePicture,
} from '../../faces/index.ts'
import type { ReadResult } from '../core/types.ts'
import { readPicture } from './index.ts'

const meters = [
  { key: 'pump-discharge', value: 0.62 },
  { key: 'water-main', value: 6980.37 },
  { key: 'receiving-tank', value: 1.86 },
] as const

function faceOf(key: string): Face {
  const face = faces.find((one) => one.key === key)
  if (!face) throw new Error(`no face ${key}`)
  return face
}

/** A photograph of `before` (default: the meter itself), read with the settings of `key`. */
async function readUnder(
  { key, value }: (typeof meters)[number],
  how: Partial<Conditions>,
  before: { face: Face; value: number } = { face: faceOf(key), value },
): Promise<ReadResult> {
  const face = faceOf(key)
  const { jpeg } = await photograph(before.face, before.value, { ...plain, ...how })
  return readPicture(jpeg, readerSettingsOf(face), { reference: await referencePicture(face) })
}

describe.each(meters)('a photograph of $key', (meter) => {
  test('that leans by 40 degrees is read', async () => {
    const result = await readUnder(meter, { tilt: 40, tiltTo: 90 })
    expect(Math.abs((result.value ?? 0) - meter.value)).toBeLessThanOrEqual(0.02)
    // The needle of a gauge is in front of its scale, and moves against it.
    expect(result.reasons).toEqual(meter.key === 'pump-discharge' ? ['moved'] : [])
  })

  test.each([
    { name: 'far out of focus', how: { blur: 14 }, reason: 'blur' },
    { name: 'in the dark', how: { light: 0.05, noise: 4 }, reason: 'low contrast' },
    { name: 'leaning too far to be seen', how: { tilt: 85, tiltTo: 90 }, reason: 'moved' },
    { name: 'that shows half of it', how: { shift: { x: 0.6, y: 0 } }, reason: 'moved' },
  ])('$name gives its reason and no value', async ({ how, reason }) => {
    const result = await readUnder(meter, how)
    expect(result.value).toBeNull()
    expect(result.reasons).toContain(reason)
  })

  test('of another meter gives its reason and no value', async () => {
    const other = faces.find((face) => face.category === faceOf(meter.key).category && face.key !== meter.key)
    if (!other) throw new Error('no other meter of its category')
    const value = other.behaviour.kind === 'wave' ? other.behaviour.base : other.behaviour.start
    const result = await readUnder(meter, {}, { face: other, value })
    expect(result.value).toBeNull()
    expect(result.reasons).toContain('moved')
  })
})

test('a photograph of a glass washed out by light says so', async () => {
  const result = await readUnder(meters[2], { light: 2 })
  expect(result.value).toBeNull()
  expect(result.reasons).toContain('glare')
})

test.each([
  { key: 'city-gas', value: 24241.497, how: { glare: 3, seed: 3 } },
  { key: 'water-main', value: 6980.37, how: { glare: 6, seed: 1 } },
  { key: 'water-main', value: 1127.3, how: { glare: 6, seed: 3, tilt: 20, tiltTo: 90 } },
])(
  'a lamp in the glass before the drums of $key is called neither a wrong focus nor a moved meter',
  async ({ key, value, how }) => {
    const face = faceOf(key)
    const { jpeg } = await photograph(face, value, { ...plain, noise: 1.5, gradient: 0.2, ...how })
    const result = await readPicture(jpeg, readerSettingsOf(face), {
      reference: await referencePicture(face),
    })
    expect(result.value).toBeNull()
    expect(result.reasons).toEqual(['glare'])
  },
)
