// Covers docs/requirements.md: 546, 672

import { describe, expect, test } from 'vitest'
import { type Colour, createRaster } from '../../tests/support/reader/raster.ts'
import { loadModels } from '../node/models.ts'
import { readGauge } from './gauge.ts'
import type { Picture, ReaderSettings } from './types.ts'

const models = await loadModels()

const SIZE = 300
const white: Colour = [235, 233, 228]
const black: Colour = [30, 30, 34]
const red: Colour = [200, 40, 30]

const settings: ReaderSettings = {
  type: 0,
  settings: '225:0,0:5,135:10',
  area: null,
  axis: { x: 0.5, y: 0.5 },
  radius: 0.36,
  digitNumber: null,
  decimalPoint: null,
  range: null,
  boost: false,
}

function at(degree: number, radius: number): [number, number] {
  const turn = (degree * Math.PI) / 180
  return [SIZE / 2 + radius * Math.sin(turn), SIZE / 2 - radius * Math.cos(turn)]
}

/** A dial with ticks, a red band and a needle with a tail. */
function dial(degree: number | null, ground: Colour = white, ink: Colour = black): Picture {
  const raster = createRaster(SIZE, SIZE, [120, 124, 128])
  raster.ring(SIZE / 2, SIZE / 2, 65, 130, ground)
  raster.ring(SIZE / 2, SIZE / 2, 134, 10, [60, 62, 66])
  for (let tick = 225; tick <= 495; tick += 27) raster.line(...at(tick, 96), ...at(tick, 108), 3, ink)
  for (let band = 450; band < 495; band += 2) raster.line(...at(band, 110), ...at(band + 2, 110), 6, red)
  if (degree !== null) {
    raster.line(...at(degree + 180, 25), ...at(degree, 90), 4, ink)
    raster.ring(SIZE / 2, SIZE / 2, 5, 10, ink)
  }
  return raster.picture
}

describe('a round gauge', () => {
  test.each([228, 250, 281.3, 333, 0, 12.7, 77, 101.5, 133])(
    'with its needle at %s degrees reads that degree',
    (degree) => {
      const result = readGauge(dial(degree), settings, models)
      const turn = (degree - 225 + 360) % 360
      const off = (((result.degree ?? 180) - degree + 540) % 360) - 180
      expect(Math.abs(off)).toBeLessThan(1)
      expect(result.value).toBeCloseTo((turn / 270) * 10, 1)
      expect(result.confidence).toBeGreaterThan(0.6)
      expect(result.reasons).toEqual([])
    },
  )

  test.each([{ decimalPoint: 1 }, { decimalPoint: 0 }, { decimalPoint: null }])(
    'with $decimalPoint decimals set is written with so many and worth all it read',
    ({ decimalPoint }) => {
      const { value, frame } = readGauge(dial(5), { ...settings, decimalPoint }, models)
      expect(value).toBeCloseTo(5.185, 1)
      expect(frame.text).toBe(value?.toFixed(decimalPoint ?? 2))
    },
  )

  test.each([
    { scale: '225:1,135:1', why: 'say the same' },
    { scale: '225:1,0:1,135:1', why: 'all say the same' },
    { scale: '225:0,270:5,0:2,135:10', why: 'turn back' },
  ])('whose pins $why gives no value', ({ scale }) => {
    expect(readGauge(dial(5), { ...settings, settings: scale }, models)).toMatchObject({
      value: null,
      reasons: ['unknown'],
    })
  })

  test('reads alike with a white needle on black', () => {
    expect(readGauge(dial(45, black, white), settings, models).value).toBeCloseTo(6.67, 1)
  })

  test('is not misled by a short pointer left where the value once stood', () => {
    const raster = createRaster(SIZE, SIZE, white)
    raster.picture.data.set(dial(330).data)
    raster.line(...at(60, 55), ...at(60, 90), 3, red)
    expect(readGauge(raster.picture, settings, models).value).toBeCloseTo(3.89, 1)
  })

  test('gives no value where a bold printed line outdoes a pale needle', () => {
    const raster = createRaster(SIZE, SIZE, white)
    raster.picture.data.set(dial(null).data)
    raster.line(...at(60, 55), ...at(60, 104), 5, black)
    raster.line(...at(150, 25), ...at(330, 90), 2.5, [130, 130, 130])
    raster.ring(SIZE / 2, SIZE / 2, 5, 10, black)
    expect(readGauge(raster.picture, settings, models)).toMatchObject({ value: null, reasons: ['unknown'] })
  })

  describe('with nothing but thin pale lines', () => {
    /** A dial with lines of that direction and root. */
    function lined(...lines: readonly (readonly [number, number])[]): Picture {
      const raster = createRaster(SIZE, SIZE, white)
      raster.picture.data.set(dial(null).data)
      for (const [degree, root] of lines) {
        raster.line(...at(degree, root), ...at(degree, 100), 1.2, [160, 160, 160])
      }
      return raster.picture
    }

    test('reads the only one from the hub on, never surely', () => {
      const { value, confidence } = readGauge(lined([333, 40]), settings, models)
      expect(value).toBeCloseTo(4, 1)
      expect(confidence).toBeLessThan(0.9)
    })

    test('gives no value if there are two', () => {
      expect(readGauge(lined([333, 40], [60, 50]), settings, models).value).toBeNull()
    })
  })

  test('reads values that run counter-clockwise', () => {
    const result = readGauge(dial(45), { ...settings, settings: '135:0,0:5,225:10' }, models)
    expect(result.value).toBeCloseTo(3.33, 1)
  })

  test('names a needle a little beyond its end pin', () => {
    const result = readGauge(dial(140), settings, models)
    expect(result.value).toBeCloseTo(10.185, 1)
    expect(result.reasons).toEqual(['outside scale'])
  })

  test('finds its dial when neither axis nor radius is known', () => {
    const result = readGauge(dial(300), { ...settings, axis: null, radius: null }, models)
    expect(result.value).toBeCloseTo(2.78, 1)
  })

  test('frames the needle from the axis to its tip', () => {
    const { frame } = readGauge(dial(90), settings, models)
    expect(frame.needle?.from).toEqual({ x: 0.5, y: 0.5 })
    expect(frame.needle?.to.x).toBeGreaterThan(0.75)
    expect(frame.needle?.to.y).toBeCloseTo(0.5, 1)
    expect(frame.text).toMatch(/^8\.3/)
  })

  test('frames the dial where no area is set', () => {
    const { area } = readGauge(dial(90), settings, models).frame
    const [first, , last] = area ?? []
    expect(first?.x).toBeCloseTo(0.5 - 0.36 * 1.2, 2)
    expect(first?.y).toBeCloseTo(0.5 - 0.36 * 1.2, 2)
    expect(last?.x).toBeCloseTo(0.5 + 0.36 * 1.2, 2)
    expect(last?.y).toBeGreaterThan(0.7)
  })

  test('gives no value for a needle that stands off the scale', () => {
    expect(readGauge(dial(180), settings, models)).toMatchObject({ value: null, reasons: ['outside scale'] })
  })

  test('gives no value for glare that hides the needle', () => {
    const raster = createRaster(SIZE, SIZE, white)
    raster.picture.data.set(dial(60).data)
    const [x, y] = at(60, 50)
    raster.ring(x, y, 40, 80, [255, 255, 255])
    expect(readGauge(raster.picture, settings, models)).toMatchObject({ value: null, reasons: ['glare'] })
  })

  test('gives no value when the needle is covered', () => {
    const raster = createRaster(SIZE, SIZE, white)
    raster.picture.data.set(dial(60).data)
    const [x, y] = at(60, 50)
    raster.ring(x, y, 40, 80, [110, 112, 116])
    expect(readGauge(raster.picture, settings, models)).toMatchObject({ value: null, reasons: ['unknown'] })
  })

  test('is less sure where nothing but its area tells where it stands', () => {
    const picture = dial(300)
    const known = readGauge(picture, settings, models)
    const found = readGauge(
      picture,
      { ...settings, axis: null, radius: null, area: '0.05:0.05,0.95:0.95' },
      models,
    )
    expect(known.confidence).toBeGreaterThan(0.9)
    expect(found.confidence).toBeLessThanOrEqual(0.9)
  })

  test('without a needle gives no value', () => {
    const result = readGauge(dial(null), settings, models)
    expect(result.value).toBeNull()
    expect(result.reasons).not.toEqual([])
  })

  test('in the dark gives no value for low contrast', () => {
    const dark = createRaster(SIZE, SIZE, [9, 9, 9]).picture
    expect(readGauge(dark, settings, models)).toMatchObject({
      value: null,
      confidence: 0,
      reasons: ['low contrast'],
    })
  })

  test('out of focus gives no value for blur', () => {
    const blurred = createRaster(SIZE, SIZE, white)
    for (let x = 0; x < SIZE; x++) {
      const level = 128 + 90 * Math.sin((x / SIZE) * Math.PI * 2)
      blurred.rectangle(x, 0, x + 1, SIZE, [level, level, level])
    }
    expect(readGauge(blurred.picture, settings, models)).toMatchObject({ value: null, reasons: ['blur'] })
  })

  test.each([null, '', 'nonsense', '225:0', '0:0,90:1,270:2,180:3'])(
    'with the settings %j gives no value',
    (text) => {
      expect(readGauge(dial(45), { ...settings, settings: text }, models)).toMatchObject({
        value: null,
        reasons: ['unknown'],
      })
    },
  )
})

describe('a rectangular gauge', () => {
  const panel: ReaderSettings = {
    ...settings,
    type: 1,
    settings: '272:0,358:10',
    axis: { x: 0.77, y: 0.8 },
    radius: 0.6,
  }

  /** A dial whose lower part, with the axis, is behind a dark cover. */
  function behindCover(degree: number): Picture {
    const raster = createRaster(SIZE, SIZE, [200, 196, 186])
    raster.rectangle(20, 20, 280, 290, black)
    raster.rectangle(30, 30, 270, 280, white)
    const turn = (degree * Math.PI) / 180
    raster.line(231, 240, 231 + 165 * Math.sin(turn), 240 - 165 * Math.cos(turn), 2.5, black)
    raster.rectangle(30, 212, 270, 280, [40, 40, 44])
    return raster.picture
  }

  test.each([295, 318.5, 345])('with its axis behind a dark cover reads %s degrees', (degree) => {
    const result = readGauge(behindCover(degree), panel, models)
    expect(result.value).toBeCloseTo(((degree - 272) / 86) * 10, 0)
    expect(Math.abs((result.degree ?? 0) - degree)).toBeLessThan(1.5)
    expect(result.reasons).toEqual([])
  })

  test('is not read where the cover leaves hardly any of the needle', () => {
    const result = readGauge(behindCover(280), panel, models)
    expect(result.value).toBeNull()
    expect(result.reasons).not.toEqual([])
  })

  test('is not read when nothing tells where its axis is', () => {
    const result = readGauge(dial(45), { ...panel, axis: null }, models)
    expect(result).toMatchObject({ value: null, reasons: ['unknown'] })
  })
})
