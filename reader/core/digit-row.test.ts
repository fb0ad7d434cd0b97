// Covers docs/requirements.md: 547, 549, 661

import { describe, expect, test } from 'vitest'
import { type Colour, createRaster } from '../../tests/support/reader/raster.ts'
import { loadModels } from '../node/models.ts'
import { readCounter, readDisplay, readOther } from './digit-row.ts'
import { nothingKnown, parseBoxes, printBoxes } from './settings.ts'
import type { Picture } from './types.ts'

const models = await loadModels()

const WIDTH = 48
const HEIGHT = 80
const PITCH = 60
const lcd: Colour = [168, 178, 160]
const ink: Colour = [38, 42, 40]
const black: Colour = [28, 28, 30]
const white: Colour = [236, 236, 232]

const empty = nothingKnown(2)

/** Segments lit for each digit: top, upper right, lower right, bottom, lower left, upper left, middle. */
const SEGMENTS = ['012345', '12', '01346', '01236', '1256', '02356', '023456', '012', '0123456', '012356']

const ENDS: readonly (readonly [number, number, number, number])[] = [
  [14, 12, 34, 12],
  [36, 15, 36, 37],
  [36, 43, 36, 65],
  [14, 68, 34, 68],
  [12, 43, 12, 65],
  [12, 15, 12, 37],
  [14, 40, 34, 40],
]

function drawDigit(
  picture: ReturnType<typeof createRaster>,
  character: string,
  left: number,
  top: number,
  colour: Colour,
): void {
  const lit = character === '-' ? '6' : character === ' ' ? '' : (SEGMENTS[Number(character)] ?? '')
  for (const segment of lit) {
    const [x1, y1, x2, y2] = ENDS[Number(segment)] ?? [0, 0, 0, 0]
    picture.line(left + x1, top + y1, left + x2, top + y2, 6, colour)
  }
}

function display(
  text: string,
  ground: Colour = lcd,
  colour: Colour = ink,
): { picture: Picture; settings: string } {
  const raster = createRaster(text.length * PITCH + 20, HEIGHT + 40, ground)
  const { width, height } = raster.picture
  const boxes = [...text].map((character, index) => {
    const left = 10 + index * PITCH + (PITCH - WIDTH) / 2
    drawDigit(raster, character, left, 20, colour)
    return { x1: left / width, x2: (left + WIDTH) / width, y1: 20 / height, y2: (20 + HEIGHT) / height }
  })
  return { picture: raster.picture, settings: printBoxes(boxes) }
}

/** Boxes that end `inset` pixels inside the cells; at 9 they go from edge to edge of an 8's segments. */
function tightened(settings: string, { width, height }: Picture, inset: number): string {
  const parsed = parseBoxes(settings)
  if (!parsed.ok) throw new Error(settings)
  return printBoxes(
    parsed.value.map(({ x1, y1 }) => ({
      x1: x1 + inset / width,
      x2: x1 + (WIDTH - inset) / width,
      y1: y1 + inset / height,
      y2: y1 + (HEIGHT - inset) / height,
    })),
  )
}

function drawnOver(picture: Picture): ReturnType<typeof createRaster> {
  const raster = createRaster(picture.width, picture.height, lcd)
  raster.picture.data.set(picture.data)
  return raster
}

/** A display whose unlit segments give a share of the light of the lit ones. */
function glowing(text: string, share: number, colour: Colour): { picture: Picture; settings: string } {
  const { picture, settings } = display(text, black, colour)
  const raster = drawnOver(picture)
  const pale = colour.map((value, index) => {
    const ground = black[index] ?? 0
    return ground + share * (value - ground)
  }) as unknown as Colour
  for (const [index, digit] of [...text].entries()) {
    const left = 10 + index * PITCH + (PITCH - WIDTH) / 2
    drawDigit(raster, '8', left, 20, pale)
    drawDigit(raster, digit, left, 20, colour)
  }
  return { picture: raster.picture, settings }
}

/** A 5 × 7 dot matrix with all dots in one colour. */
function evenMatrix(dots: Colour): Picture {
  const raster = createRaster(WIDTH, HEIGHT, [170, 170, 170])
  for (let x = 8; x <= 40; x += 8)
    for (let y = 10; y <= 70; y += 10) raster.rectangle(x - 2.2, y - 2.6, x + 2.2, y + 2.6, dots)
  return raster.picture
}

describe('a single place of a dot matrix', () => {
  const settings = '0@0:1@1'

  test.each([20, 30, 40])(
    'whose unlit dots are %s grey levels darker than their ground is blank',
    (depth) => {
      const grey = 170 - depth
      const result = readDisplay(evenMatrix([grey, grey, grey]), { ...empty, settings }, models)
      expect(result).toMatchObject({ value: null, ocr: ' ' })
    },
  )

  test('with a plain digit as faint as they is read', () => {
    const raster = createRaster(WIDTH, HEIGHT, lcd)
    drawDigit(raster, '3', 0, 0, [130, 140, 125])
    expect(readDisplay(raster.picture, { ...empty, settings }, models).value).toBe(3)
  })
})

describe('a seven-segment display', () => {
  test.each(['0123456789', '4071', '  86', '7'])('showing "%s" is read so', (text) => {
    const { picture, settings } = display(text)
    const result = readDisplay(picture, { ...empty, settings }, models)
    expect(result.ocr).toBe(text)
    expect(result.value).toBe(Number(text))
    expect(result.frame.boxes.map((box) => box.text).join('')).toBe(text)
  })

  test('lit on black is read alike', () => {
    const { picture, settings } = display('2580', black, [255, 70, 50])
    expect(readDisplay(picture, { ...empty, settings }, models).value).toBe(2580)
  })

  test('whose unlit segments shine through is read as blank there', () => {
    const { picture, settings } = display(' 36')
    const raster = drawnOver(picture)
    drawDigit(raster, '8', 10 + (PITCH - WIDTH) / 2, 20, [148, 158, 142])
    const result = readDisplay(raster.picture, { ...empty, settings }, models)
    expect(result).toMatchObject({ value: 36, ocr: ' 36' })
  })

  test.each(['0123456789', '10957', '2341'])(
    'showing "%s" in boxes from edge to edge of its digits is read so',
    (text) => {
      const { picture, settings } = display(text)
      const tight = tightened(settings, picture, 9)
      expect(readDisplay(picture, { ...empty, settings: tight }, models).ocr).toBe(text)
    },
  )

  test('in boxes that cut its segments is read with what stands outside', () => {
    const { picture, settings } = display('1047')
    const tight = tightened(settings, picture, 11)
    expect(readDisplay(picture, { ...empty, settings: tight }, models).ocr).toBe('1047')
  })

  test('whose first box takes in the edge of its window is blank there', () => {
    const { picture, settings } = display(' 36')
    const raster = drawnOver(picture)
    raster.rectangle(0, 0, 10 + (PITCH - WIDTH) / 2 + 3, picture.height, ink)
    const result = readDisplay(raster.picture, { ...empty, settings }, models)
    expect(result).toMatchObject({ ocr: ' 36', value: 36 })
  })

  test('on which a lens frames the digits closely is still read as they stand', () => {
    const { picture, settings } = display('4071')
    const raster = drawnOver(picture)
    for (const y of [20, 20 + HEIGHT]) raster.line(0, y, picture.width, y, 3, ink)
    expect(readDisplay(raster.picture, { ...empty, settings }, models).value).toBe(4071)
  })

  describe('of bright segments on black', () => {
    const bright: Colour = [255, 70, 50]

    test.each([0.3, 0.45])('whose unlit ones glow at %s of their light is read', (share) => {
      const { picture, settings } = glowing('2541', share, bright)
      expect(readDisplay(picture, { ...empty, settings }, models).value).toBe(2541)
    })

    test('whose unlit ones glow like the lit ones gives no value for glare', () => {
      const { picture, settings } = glowing('2541', 0.97, bright)
      const result = readDisplay(picture, { ...empty, settings }, models)
      expect(result).toMatchObject({ ocr: '8888', value: null, reasons: ['glare'] })
    })

    test('with a single place that shows an 8 is read surely', () => {
      const { picture, settings } = display('8', black, bright)
      expect(readDisplay(picture, { ...empty, settings }, models).confidence).toBeGreaterThanOrEqual(0.9)
    })
  })

  test('dark behind its glass is read by how even its ground is', () => {
    const { picture, settings } = display('602917', [38, 40, 38], [27, 29, 28])
    expect(readDisplay(picture, { ...empty, settings }, models).value).toBe(602917)
  })

  test('of which a digit is paler than the others is not sure of a blank there', () => {
    const { picture, settings } = display(' 36')
    const raster = drawnOver(picture)
    drawDigit(raster, '8', 10 + (PITCH - WIDTH) / 2, 20, [130, 139, 125])
    const result = readDisplay(raster.picture, { ...empty, settings }, models)
    expect(result.ocr).toBe(' 36')
    expect(result.confidence).toBeLessThan(0.9)
  })

  test('with strokes where the network sees a blank gives no value', () => {
    const { picture, settings } = display('17')
    const blank = Float32Array.from({ length: 13 }, (_, at) => (at === 10 ? 1 : 0))
    let asked = 0
    // The first digit’s look, and its further ones.
    const network = {
      ...models.digits,
      run: (input: Float32Array) => ([0, 2, 3, 4, 5].includes(asked++) ? blank : models.digits.run(input)),
    }
    const result = readDisplay(picture, { ...empty, settings }, { ...models, digits: network })
    expect(result).toMatchObject({ ocr: ' 7', value: null })
  })

  test('washed out by light gives no value for glare', () => {
    const blank = createRaster(200, 120, [255, 255, 255]).picture
    const result = readDisplay(blank, { ...empty, settings: display('12').settings }, models)
    expect(result).toMatchObject({ value: null, reasons: ['glare'] })
  })

  test('is as sure of an unlit place for earlier readings as by itself', () => {
    const { picture, settings } = display('    36')
    const { candidates } = readDisplay(picture, { ...empty, settings }, models)
    for (const candidatesAt of candidates?.slice(0, 4) ?? [])
      expect(candidatesAt).toEqual([{ text: ' ', weight: 0.98 }])
  })

  test('of which only a ghost shows through is dark', () => {
    const { picture, settings } = display('8', lcd, [157, 167, 149])
    expect(readDisplay(picture, { ...empty, settings }, models)).toMatchObject({ value: null, ocr: ' ' })
  })

  test('of which only the ghost of a digit shows through in slanting light is dark', () => {
    const { picture, settings } = display('2', lcd, [156, 166, 148])
    for (let at = 0; at < picture.data.length; at++) {
      if (at % 4 < 3)
        picture.data[at] = (picture.data[at] ?? 0) - 60 * (((at >> 2) % picture.width) / picture.width)
    }
    expect(readDisplay(picture, { ...empty, settings }, models)).toMatchObject({ value: null, ocr: ' ' })
  })

  test('takes its decimal point from the settings', () => {
    const { picture, settings } = display('1234')
    const result = readDisplay(picture, { ...empty, settings, decimalPoint: 2 }, models)
    expect(result.value).toBe(12.34)
    expect(result.frame.text).toBe('12.34')
  })

  test.each([
    { text: '-42', value: -42 },
    { text: '- 7', value: -7 },
    { text: ' -305', value: -305 },
  ])('showing "$text" is below nought', ({ text, value }) => {
    const { picture, settings } = display(text)
    expect(readDisplay(picture, { ...empty, settings }, models)).toMatchObject({ ocr: text, value })
  })

  test('with a minus sign between digits gives no value', () => {
    const { picture, settings } = display('4-2')
    expect(readDisplay(picture, { ...empty, settings }, models)).toMatchObject({ ocr: '4-2', value: null })
  })

  test('with a blank between digits gives no value', () => {
    const { picture, settings } = display('1 34')
    const result = readDisplay(picture, { ...empty, settings }, models)
    expect(result).toMatchObject({ value: null, ocr: '1 34', reasons: ['unknown'] })
  })

  test('that is dark gives no value', () => {
    const { picture, settings } = display('   ')
    const result = readDisplay(picture, { ...empty, settings }, models)
    expect(result).toMatchObject({ value: null, reasons: ['low contrast'] })
  })

  test('without boxes is read in equal parts of the area', () => {
    const { picture } = display('5904')
    const { width, height } = picture
    const area = `${10 / width}:${20 / height},${(10 + 4 * PITCH) / width}:${(20 + HEIGHT) / height}`
    const result = readDisplay(picture, { ...empty, area, digitNumber: 4 }, models)
    expect(result.value).toBe(5904)
    expect(result.frame.area).not.toBeNull()
  })

  test.each([
    { ...empty },
    { ...empty, area: '0.1:0.1,0.9:0.9' },
    { ...empty, digitNumber: 4 },
    { ...empty, settings: 'nonsense', area: '0.1:0.1,0.9:0.9', digitNumber: 4 },
  ])('without boxes, and without area and digit count, gives no value', (settings) => {
    expect(readDisplay(display('1').picture, settings, models)).toMatchObject({
      value: null,
      reasons: ['unknown'],
    })
  })

  test('out of focus gives no value for blur', () => {
    const raster = createRaster(WIDTH, HEIGHT, lcd)
    for (let y = 0; y < HEIGHT; y++) {
      const level = 128 + 60 * Math.cos((y / HEIGHT) * Math.PI * 2)
      raster.rectangle(0, y, WIDTH, y + 1, [level, level, level])
    }
    const result = readDisplay(raster.picture, { ...empty, settings: '0@0:1@1' }, models)
    expect(result).toMatchObject({ value: null, reasons: ['blur'] })
  })
})

describe('a counter', () => {
  /** One window a drum; the digit leaves upwards as the next comes from below. */
  function counter(positions: readonly number[]): { picture: Picture; settings: string } {
    const raster = createRaster(positions.length * PITCH + 20, HEIGHT + 40, black)
    const { width, height } = raster.picture
    const boxes = positions.map((position, index) => {
      const left = 10 + index * PITCH + (PITCH - WIDTH) / 2
      const digit = Math.floor(position)
      const shift = (position - digit) * HEIGHT
      drawDigit(raster, String(digit), left, 20 - shift, white)
      drawDigit(raster, String((digit + 1) % 10), left, 20 - shift + HEIGHT, white)
      return { x1: left / width, x2: (left + WIDTH) / width, y1: 20 / height, y2: (20 + HEIGHT) / height }
    })
    raster.rectangle(0, 0, width, 20, [120, 120, 120])
    raster.rectangle(0, 20 + HEIGHT, width, height, [120, 120, 120])
    return { picture: raster.picture, settings: printBoxes(boxes) }
  }

  test('at rest is read to its last figure', () => {
    const { picture, settings } = counter([0, 4, 2, 7, 1])
    const result = readCounter(picture, { ...empty, type: 3, settings, decimalPoint: 1 }, models)
    expect(result).toMatchObject({ value: 427.1, ocr: '04271', reasons: [] })
  })

  test('whose last drum is under way still counts as the digit it leaves', () => {
    const { picture, settings } = counter([1, 4, 2.7])
    const result = readCounter(picture, { ...empty, type: 3, settings, decimalPoint: 1 }, models)
    expect(result).toMatchObject({ value: 14.2, ocr: '142', frame: { text: '14.2' } })
  })

  test('says where its last drum stands', () => {
    const { picture, settings } = counter([1, 4, 2.5])
    const { position, ocr } = readCounter(picture, { ...empty, type: 3, settings }, models)
    expect(ocr).toBe('142')
    expect(Math.abs((position ?? 0) - 2.5)).toBeLessThan(0.3)
  })

  test('carries: a drum moves with the one to its right', () => {
    const { picture, settings } = counter([3.5, 9.5, 9.5])
    expect(readCounter(picture, { ...empty, type: 3, settings }, models).ocr).toBe('399')
  })

  test('doubts a drum between digits where no neighbour says so', () => {
    const { picture, settings } = counter([2, 9])
    // 2.49 beside 9.49: the left drum moves as the right one does, which alone is as likely.
    const answers = [
      { 2: 0.45, 3: 0.44 },
      { 9: 0.45, 0: 0.44 },
    ].map((given: Record<number, number>) => Float32Array.from({ length: 13 }, (_, at) => given[at] ?? 0))
    let asked = 0
    // One look each, then both drums' further views.
    const order = [0, 1, 0, 0, 0, 0, 1, 1, 1, 1]
    const network = { ...models.digits, run: () => answers[order[asked++] ?? 0] ?? new Float32Array(13) }
    const digits = { ...models, digits: network }
    const { candidates, ocr } = readCounter(picture, { ...empty, type: 3, settings }, digits)
    const [left, last] = (candidates ?? []).map(([first]) => first?.weight ?? 0)
    expect(ocr).toBe('29')
    expect(left).toBeGreaterThanOrEqual(0.9)
    expect(last).toBeLessThan(0.9)
  })

  test('of one drum is its nearest digit', () => {
    const { picture, settings } = counter([6.9])
    expect(readCounter(picture, { ...empty, type: 3, settings }, models).ocr).toBe('7')
  })

  test('names for each drum the digits that it may show', () => {
    const { picture, settings } = counter([0, 4, 2])
    const { candidates } = readCounter(picture, { ...empty, type: 3, settings }, models)
    expect(candidates?.map(([first]) => first?.text)).toEqual(['0', '4', '2'])
  })

  test('whose drums show no figures is not called between digits', () => {
    const { width, height } = counter([0, 0, 0]).picture
    const raster = createRaster(width, height, white)
    for (let x = 0; x < width; x += 6) raster.line(x, 0, x + 40, height, 2, black)
    const { settings } = counter([0, 0, 0])
    const { ocr, reasons } = readCounter(raster.picture, { ...empty, type: 3, settings }, models)
    expect(ocr).toContain('?')
    expect(reasons).toEqual(['unknown'])
  })

  test('marks a drum that its right neighbour does not explain', () => {
    const { picture, settings } = counter([2, 6.5, 2])
    const result = readCounter(picture, { ...empty, type: 3, settings }, models)
    expect(result.reasons).toContain('between digits')
    expect(result.confidence).toBeLessThanOrEqual(0.7)
  })

  test('with a drum that shows nothing gives no value', () => {
    const { picture } = counter([2, 4])
    const settings = '0.12@0.17:0.4@0.83,0.0@0.0:0.04@0.16'
    const result = readCounter(picture, { ...empty, type: 3, settings }, models)
    expect(result.value).toBeNull()
    expect(result.reasons).not.toEqual([])
  })
})

describe('a meter of another kind', () => {
  test('is read where its area and digit count are known', () => {
    const { picture } = display('308')
    const { width, height } = picture
    const area = `${10 / width}:${20 / height},${(10 + 3 * PITCH) / width}:${(20 + HEIGHT) / height}`
    expect(readOther(picture, { ...empty, type: 99, area, digitNumber: 3 }, models).value).toBe(308)
  })

  test('is not read otherwise', () => {
    expect(readOther(display('308').picture, { ...empty, type: 4 }, models)).toMatchObject({
      value: null,
      reasons: ['unknown'],
    })
  })
})
