import { describe, expect, test } from 'vitest'
import { type Colour, createRaster } from '../../tests/support/raster.ts'
import { readColumn } from './column.ts'
import type { ReaderSettings } from './types.ts'

const glass: Colour = [220, 228, 230]
const water: Colour = [60, 120, 170]
const black: Colour = [20, 20, 20]

const settings: ReaderSettings = {
  type: 5,
  settings: null,
  area: '0.4:0.1,0.6:0.9',
  axis: null,
  radius: null,
  digitNumber: null,
  decimalPoint: null,
  range: { start: 0, end: 4 },
}

/** A gauge glass whose area runs from y = 20 to y = 180. */
function glassFilledTo(top: number) {
  const raster = createRaster(100, 200, [150, 150, 150])
  raster.rectangle(40, 10, 60, 190, glass)
  raster.rectangle(40, top, 60, 190, water)
  return raster.picture
}

describe('a level', () => {
  test.each([
    { top: 160, value: 0.5 },
    { top: 100, value: 2 },
    { top: 30, value: 3.75 },
  ])('with its surface at $top px reads $value', ({ top, value }) => {
    const result = readColumn(glassFilledTo(top), settings)
    expect(result.value).toBeCloseTo(value, 1)
    expect(result.frame.needle?.from.y).toBeCloseTo(top / 200, 2)
  })

  test('falls towards a lower end value when the range is given the other way round', () => {
    expect(readColumn(glassFilledTo(60), { ...settings, range: { start: 4, end: 0 } }).value).toBeCloseTo(
      1,
      1,
    )
  })

  test('without a surface gives no value', () => {
    expect(readColumn(glassFilledTo(200), settings)).toMatchObject({ value: null, reasons: ['low contrast'] })
  })

  test('out of focus gives no value for blur', () => {
    const raster = createRaster(100, 200, glass)
    for (let y = 0; y < 200; y++) {
      const level = 220 - 130 / (1 + Math.exp((100 - y) / 14))
      raster.rectangle(40, y, 60, y + 1, [level, level, level])
    }
    expect(readColumn(raster.picture, settings)).toMatchObject({ value: null, reasons: ['blur'] })
  })

  test.each([
    { ...settings, area: null },
    { ...settings, area: 'nonsense' },
    { ...settings, range: null },
    { ...settings, range: { start: 1, end: 1 } },
  ])('without an area or a range gives no value for no settings', (incomplete) => {
    expect(readColumn(glassFilledTo(100), incomplete)).toMatchObject({
      value: null,
      reasons: ['no settings'],
    })
  })
})

describe('a straight scale', () => {
  const lying = { ...settings, type: 6, area: '0.1:0.4,0.9:0.6', range: { start: -10, end: 10 } } as const

  test.each([
    { x: 60, value: -5 },
    { x: 100, value: 0 },
    { x: 170, value: 8.75 },
  ])('that lies, with its pointer at $x px, reads $value', ({ x, value }) => {
    const raster = createRaster(200, 100, glass)
    raster.rectangle(x - 2, 42, x + 2, 58, black)
    expect(readColumn(raster.picture, lying).value).toBeCloseTo(value, 1)
  })

  test('with two equal marks is not sure and gives no value', () => {
    const raster = createRaster(200, 100, glass)
    raster.rectangle(60, 42, 64, 58, black)
    raster.rectangle(140, 42, 144, 58, black)
    expect(readColumn(raster.picture, lying)).toMatchObject({ value: null, reasons: ['unknown'] })
  })
})
