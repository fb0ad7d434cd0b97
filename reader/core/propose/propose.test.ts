import { describe, expect, test } from 'vitest'
import { conditions, faces, photograph, settingsOf } from '../../../faces/index.ts'
import { createRaster } from '../../../tests/support/reader/raster.ts'
import { decode, loadModels, parseBoxes, type ReaderSettings, read } from '../../node/index.ts'
import { nothingKnown } from '../settings.ts'
import { propose, type Wanted } from './propose.ts'

const models = await loadModels()
const SURE = 0.8

function faceOf(key: string) {
  const face = faces.find((one) => one.key === key)
  if (!face) throw new Error(`no face ${key}`)
  return face
}

async function pictureOf(key: string, value: number) {
  const { jpeg, truth } = await photograph(faceOf(key), value, conditions(31, 0))
  return { picture: await decode(jpeg), truth }
}

const wanted = (own: Partial<Wanted>): Wanted => ({
  type: 3,
  area: null,
  digitNumber: null,
  range: null,
  ...own,
})
const unset = nothingKnown(3)

describe('for a meter without settings', () => {
  test('a round dial is found with its axis and both ends of its scale, which take the ends of the range', async () => {
    const { picture } = await pictureOf('pump-discharge', 0.5)
    const range = { start: 0, end: 1 }
    const { axis, radius, pins, confidence } = propose(picture, wanted({ type: 0, range }), models)
    const right = settingsOf(faceOf('pump-discharge'))
    expect(confidence).toBeGreaterThanOrEqual(SURE)
    expect(axis?.x).toBeCloseTo(right.axis?.x ?? Number.NaN, 2)
    expect(axis?.y).toBeCloseTo(right.axis?.y ?? Number.NaN, 2)
    expect(radius).toBeCloseTo(right.radius ?? Number.NaN, 1)
    expect(pins.map(({ value }) => value)).toEqual([0, 1])
    const [start, end] = pins.map(({ point }) => point)
    expect(start?.x).toBeLessThan(axis?.x ?? 0)
    expect(end?.x).toBeGreaterThan(axis?.x ?? 1)
  })

  test('a row of drums is found with one box a digit', async () => {
    const { picture } = await pictureOf('city-gas', 18_500.123)
    const { boxes, kind, confidence } = propose(picture, wanted({ digitNumber: 8 }), models)
    const right = parseBoxes(settingsOf(faceOf('city-gas')).settings ?? '')
    expect(confidence).toBeGreaterThanOrEqual(SURE)
    expect(kind).toBe('drum')
    expect(boxes).toHaveLength(8)
    for (const [index, box] of (right.ok ? right.value : []).entries()) {
      expect((boxes[index]?.x1 ?? 0) + (boxes[index]?.x2 ?? 0)).toBeCloseTo(box.x1 + box.x2, 1)
      expect((boxes[index]?.y1 ?? 0) + (boxes[index]?.y2 ?? 0)).toBeCloseTo(box.y1 + box.y2, 1)
    }
  })

  test('a straight scale is found by its ticks, for a person to look at', async () => {
    const { picture } = await pictureOf('fuel-oil', 60)
    const { area, confidence } = propose(picture, wanted({ type: 5 }), models)
    expect(area?.y1).toBeCloseTo(0.198, 1)
    expect(area?.y2).toBeCloseTo(0.813, 1)
    expect(confidence).toBeLessThan(SURE)
  })

  test.each([0, 2, 3, 4, 5] as const)('nothing is proposed surely on a bare wall (type %i)', (type) => {
    const wall = createRaster(320, 240, [150, 152, 149]).picture
    expect(propose(wall, wanted({ type }), models).confidence).toBeLessThan(SURE)
  })
})

describe('reading without settings', () => {
  test('reads a counter whose drums are found surely', async () => {
    const { picture, truth } = await pictureOf('city-gas', 18_500.123)
    const result = read(picture, { ...unset, digitNumber: 8, decimalPoint: 3 }, models)
    expect(result.value).toBeCloseTo(truth.value, 2)
    expect(result.frame.boxes).toHaveLength(8)
  })

  test('reads a dial whose range is known', async () => {
    const { picture, truth } = await pictureOf('pump-discharge', 0.42)
    const result = read(picture, { ...unset, type: 0, range: { start: 0, end: 1 } }, models)
    expect(result.value).toBeCloseTo(truth.value, 1)
  })

  test('gives no value for a dial whose range is not known', async () => {
    const { picture } = await pictureOf('pump-discharge', 0.42)
    expect(read(picture, { ...unset, type: 0 }, models)).toMatchObject({ value: null, reasons: ['unknown'] })
  })

  test('reads the figures of another kind of meter in its area', async () => {
    const { picture, truth } = await pictureOf('chilled-flow', 268.4)
    const other: ReaderSettings = {
      ...unset,
      type: 99,
      area: '0.25:0.28,0.76:0.6',
      digitNumber: 4,
      decimalPoint: 1,
    }
    expect(read(picture, other, models).value).toBe(truth.value)
  })
})
