import { describe, expect, test } from 'vitest'
import { drawColumn } from '../../../tests/support/reader/drawn-columns.ts'
import { type Colour, createRaster } from '../../../tests/support/reader/raster.ts'
import { nothingKnown } from '../settings.ts'
import type { ReaderSettings } from '../types.ts'
import { readColumn } from './column.ts'

const wall: Colour = [150, 150, 150]
const glass: Colour = [220, 228, 230]
const water: Colour = [60, 120, 170]
const black: Colour = [20, 20, 20]
const red: Colour = [200, 30, 25]

const settings: ReaderSettings = {
  ...nothingKnown(5),
  area: '0.4:0.1,0.6:0.9',
  range: { start: 0, end: 4 },
}

/** A gauge glass; its area is y = 20 to y = 180. */
function glassFilledTo(top: number) {
  const raster = createRaster(100, 200, wall)
  raster.rectangle(40, 4, 60, 196, glass)
  raster.rectangle(40, top, 60, 196, water)
  return raster
}

describe('a level', () => {
  test.each([
    { top: 160, value: 0.5 },
    { top: 100, value: 2 },
    { top: 30, value: 3.75 },
  ])('with its surface at $top px reads $value', ({ top, value }) => {
    const result = readColumn(glassFilledTo(top).picture, settings)
    expect(result.value).toBeCloseTo(value, 1)
    expect(result.frame.mark?.from.y).toBeCloseTo(top / 200, 2)
  })

  test('falls towards a lower end value when the range is given the other way round', () => {
    const turned = { ...settings, range: { start: 4, end: 0 } }
    expect(readColumn(glassFilledTo(60).picture, turned).value).toBeCloseTo(1, 1)
  })

  test('under ticks, numerals and a lamp reads its surface', () => {
    const raster = glassFilledTo(100)
    for (let y = 20; y <= 180; y += 8) raster.rectangle(40, y - 0.5, 47, y + 0.5, black)
    for (const y of [40, 80, 120, 160]) raster.rectangle(51, y - 4, 55, y + 4, black)
    raster.rectangle(49, 50, 55, 70, [255, 255, 255])
    expect(readColumn(raster.picture, settings).value).toBeCloseTo(2, 1)
  })

  test('of clear liquid reads the line of its surface', () => {
    const raster = glassFilledTo(200)
    raster.rectangle(40, 98, 60, 101, [120, 130, 135])
    expect(readColumn(raster.picture, settings).value).toBeCloseTo(2, 1)
  })

  test.each([
    { what: 'above the area', top: 12 },
    { what: 'below the area', top: 188 },
  ])('$what gives no value and says that it is outside', ({ top }) => {
    expect(readColumn(glassFilledTo(top).picture, settings)).toMatchObject({
      value: null,
      reasons: ['outside scale'],
    })
  })

  test('of which nothing is to be seen gives no value', () => {
    expect(readColumn(glassFilledTo(200).picture, settings)).toMatchObject({
      value: null,
      reasons: ['low contrast'],
    })
  })

  test('out of focus gives no value for blur', () => {
    const raster = createRaster(100, 200, glass)
    for (let y = 0; y < 200; y++) {
      const level = 220 - 130 / (1 + Math.exp((100 - y) / 14))
      raster.rectangle(0, y, 100, y + 1, [level, level, level])
    }
    expect(readColumn(raster.picture, settings)).toMatchObject({ value: null, reasons: ['blur'] })
  })

  test('in the dark gives no value for low contrast', () => {
    const dark = createRaster(100, 200, [8, 8, 10]).picture
    expect(readColumn(dark, settings)).toMatchObject({ value: null, reasons: ['low contrast'] })
  })

  test.each([
    { ...settings, area: null },
    { ...settings, area: 'nonsense' },
    { ...settings, range: null },
    { ...settings, range: { start: 1, end: 1 } },
  ])('without an area or a range gives no value', (incomplete) => {
    expect(readColumn(glassFilledTo(100).picture, incomplete)).toMatchObject({
      value: null,
      reasons: ['unknown'],
    })
  })
})

describe('a straight scale', () => {
  const lying = { ...settings, type: 6, area: '0.1:0.4,0.9:0.6', range: { start: -10, end: 10 } } as const

  function slot() {
    const raster = createRaster(200, 100, wall)
    raster.rectangle(6, 38, 194, 62, glass)
    return raster
  }

  test.each([
    { x: 60, value: -5 },
    { x: 100, value: 0 },
    { x: 170, value: 8.75 },
  ])('that lies, with its pointer at $x px, reads $value', ({ x, value }) => {
    const raster = slot()
    raster.rectangle(x - 2, 42, x + 2, 62, black)
    expect(readColumn(raster.picture, lying).value).toBeCloseTo(value, 1)
  })

  test('reads its red pointer among black ticks', () => {
    const raster = slot()
    for (let x = 20; x <= 180; x += 8) raster.rectangle(x - 1, 40, x + 1, 54, black)
    raster.rectangle(136, 40, 140, 62, red)
    expect(readColumn(raster.picture, lying).value).toBeCloseTo(4.75, 0)
  })

  test('with two equal marks is not sure and gives no value', () => {
    const raster = slot()
    raster.rectangle(60, 40, 64, 62, black)
    raster.rectangle(140, 40, 144, 62, black)
    expect(readColumn(raster.picture, lying)).toMatchObject({ value: null })
  })
})

test('of drawn glasses and scales of many kinds most are read, and what is read surely is right', () => {
  const cases = Array.from({ length: 16 }, (_, index) => {
    const { picture, settings: own, share } = drawColumn(20_000 + index)
    const { value, confidence } = readColumn(picture, own)
    return { right: value !== null && Math.abs(value - share) <= 0.02, value, confidence }
  })
  expect(cases.filter(({ right }) => right).length).toBeGreaterThanOrEqual(8)
  expect(
    cases.filter(({ value, confidence, right }) => value !== null && confidence >= 0.9 && !right),
  ).toEqual([])
})
