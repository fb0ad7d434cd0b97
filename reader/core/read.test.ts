// Covers docs/requirements.md: 662

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plain } from '../../faces/conditions.ts'
import { faces, photograph, readerSettingsOf, referencePicture } from '../../faces/index.ts'
import { createRaster } from '../../tests/support/reader/raster.ts'
import { decode } from '../node/decode.ts'
import { loadModels } from '../node/models.ts'
import { MIN_CONFIDENCE, read } from './index.ts'
import { nothingKnown, printBoxes } from './settings.ts'
import type { CategoryType, Picture, ReaderSettings } from './types.ts'

const models = await loadModels()

const types: CategoryType[] = [0, 1, 2, 3, 4, 5, 6, 7, 99]
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const anyNumber = fc.oneof(fc.double(), fc.integer({ min: -3, max: 120 }), fc.double({ min: 0, max: 1 }))

const settings: fc.Arbitrary<ReaderSettings> = fc.record({
  type: fc.constantFrom(...types),
  settings: orNull(
    fc.constantFrom('225:0,0:5,135:10', '0:1,0:1', '0@0:0.001@0.001,0.5@0.5:1@1', '0@0:1@1', 'nonsense', ''),
  ),
  area: orNull(fc.constantFrom('0:0,1:1', '0.999:0.999,1:1', '0.2:0.2,0.201:0.9', 'nonsense')),
  axis: orNull(fc.record({ x: anyNumber, y: anyNumber })),
  radius: orNull(anyNumber),
  digitNumber: orNull(anyNumber),
  decimalPoint: orNull(anyNumber),
  range: orNull(fc.record({ start: anyNumber, end: anyNumber })),
  boost: fc.boolean(),
})

const picture: fc.Arbitrary<Picture> = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    seed: fc.integer(),
  })
  .map(({ width, height, seed }) => {
    const data = new Uint8ClampedArray(width * height * 4).map(
      (_, at) => (at * (seed | 1) * 2654435761) >>> 24,
    )
    return { width, height, data }
  })

test('any picture with any settings gives a sure value or a reason, never an exception', () => {
  fc.assert(
    fc.property(picture, settings, (pixels, known) => {
      const result = read(pixels, known, models)
      expect(result.confidence).toBeGreaterThanOrEqual(0)
      expect(result.confidence).toBeLessThanOrEqual(1)
      if (result.value === null) expect(result.reasons).not.toEqual([])
      else expect(Number.isFinite(result.value) && result.confidence >= MIN_CONFIDENCE).toBe(true)
      expect(result.frame.text === null).toBe(result.value === null)
    }),
    { numRuns: 100 },
  )
})

test('green figures of a display are not taken for marks that firmware draws around dials', () => {
  const raster = createRaster(130, 108, [10, 12, 10])
  const green = [40, 255, 60] as const
  for (const left of [30, 78]) {
    for (const y of [30, 54, 78]) raster.line(left + 3, y, left + 25, y, 6, green)
    for (const x of [left, left + 28]) for (const y of [30, 54]) raster.line(x, y + 3, x, y + 21, 6, green)
  }
  const settings = printBoxes(
    [30, 78].map((left) => ({
      x1: (left - 6) / 130,
      x2: (left + 34) / 130,
      y1: 24 / 108,
      y2: 84 / 108,
    })),
  )
  expect(read(raster.picture, { ...nothingKnown(2), settings }, models).ocr).toBe('88')
})

test('a large picture is read as its reduction to 1600 pixels is', () => {
  const raster = createRaster(2400, 600, [225, 228, 230])
  raster.rectangle(0, 0, 900, 600, [60, 120, 170])
  const known = { ...nothingKnown(5), area: '0:0,1:1', range: { start: 0, end: 8 } } as const
  expect(read(raster.picture, known, models).value).toBeCloseTo(3, 1)
})

test('any picture with any reference picture gives a sure value or a reason, never an exception', () => {
  fc.assert(
    fc.property(picture, picture, settings, (pixels, reference, known) => {
      const { value, confidence, registration, reasons } = read(pixels, known, models, { reference })
      if (registration !== null) {
        expect(registration).toBeGreaterThanOrEqual(0)
        expect(registration).toBeLessThanOrEqual(1)
      }
      if (value === null) expect(reasons).not.toEqual([])
      else expect(Number.isFinite(value) && confidence >= MIN_CONFIDENCE).toBe(true)
    }),
    { numRuns: 40 },
  )
})

describe('with a reference picture', () => {
  const face = faces.find(({ key }) => key === 'water-main')
  if (!face) throw new Error('no such face')
  const known = readerSettingsOf(face)

  test('a photograph from elsewhere is read as if taken from there, and its frame leans as the meter does', async () => {
    const reference = await decode(await referencePicture(face))
    const how = { ...plain, tilt: 35, tiltTo: 70, rotation: 20, zoom: 0.85, noise: 3 }
    const photo = await decode((await photograph(face, 4728.6, how)).jpeg)
    const { value, registration, frame, reasons } = read(photo, known, models, { reference })
    expect(value).toBeCloseTo(4728.6, 1)
    expect(registration).toBeGreaterThan(0.9)
    expect(reasons).toEqual([])
    const [first] = frame.boxes
    const [a, b] = first?.corners ?? []
    // Turned clockwise by 20 degrees: the upper right corner is lower than the upper left one.
    expect((b?.y ?? 0) - (a?.y ?? 0)).toBeGreaterThan(0.005)
    expect(read(photo, known, models).value).not.toBe(value)
  })

  test('without one there is no registration', async () => {
    const reference = await decode(await referencePicture(face))
    expect(read(reference, known, models).registration).toBeNull()
    expect(read(reference, known, models, { reference }).registration).toBe(1)
  })
})
