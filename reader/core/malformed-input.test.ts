import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadModels } from '../node/models.ts'
import { MIN_CONFIDENCE, read } from './index.ts'
import { nothingKnown } from './settings.ts'
import type {
  CategoryType,
  Picture,
  Prior,
  ReadContext,
  ReaderSettings,
  ReadResult,
  Reason,
} from './types.ts'

const models = await loadModels()

const types: CategoryType[] = [0, 1, 2, 3, 4, 5, 6, 7, 99]
const reasons: Reason[] = [
  'blur',
  'glare',
  'between digits',
  'outside scale',
  'moved',
  'low contrast',
  'unknown',
]

type Pixel = (x: number, y: number) => number

function drawn(width: number, height: number, grey: Pixel, alpha = 255): Picture {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.fill(grey(x, y), (y * width + x) * 4, (y * width + x) * 4 + 3)
  }
  for (let at = 3; at < data.length; at += 4) data[at] = alpha
  return { width, height, data }
}

const noise: Pixel = (x, y) => (Math.imul(x * 8191 + y * 131 + 7, 2654435761) >>> 24) & 255
const looks: Record<string, Pixel> = {
  black: () => 0,
  white: () => 255,
  grey: () => 128,
  noise,
  stripes: (x) => (x & 8) * 31,
  slope: (x, y) => (x + y) & 255,
}
const sizes: [width: number, height: number][] = [
  [1, 1],
  [1, 300],
  [20, 32],
  [320, 240],
]

const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const anyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 1e308, -1e308, 5e-324),
  fc.integer({ min: -3, max: 120 }),
  fc.double({ min: 0, max: 1 }),
)
const boxesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index / count}@0:${(index + 1) / count}@1`).join(',')
const pinsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `${(index * 360) / count}:${index}`).join(',')

const settings: fc.Arbitrary<ReaderSettings> = fc.record({
  type: fc.constantFrom(...types),
  settings: orNull(
    fc.oneof(
      fc.constantFrom('225:0,0:5,135:10', '0:1,0:1', '0:1e308,90:-1e308', '0:0,360:0', '10:1,5:2,7:3'),
      fc.constantFrom(
        '0@0:0.0001@0.0001',
        '0.5@0.5:1@1,0.5@0.5:1@1',
        boxesOf(16),
        '0@0:1@1,0.5@0.5:0.4:0.1,0@1:1:0.01',
        'nonsense',
        '',
        ',',
        '０:１',
      ),
      fc.string(),
    ),
  ),
  area: orNull(fc.oneof(fc.constantFrom('0:0,1:1', '0.9999:0.9999,1:1', '0.2:0.2,0.201:0.9'), fc.string())),
  axis: orNull(fc.record({ x: anyNumber, y: anyNumber })),
  radius: orNull(anyNumber),
  digitNumber: orNull(anyNumber),
  decimalPoint: orNull(anyNumber),
  range: orNull(fc.record({ start: anyNumber, end: anyNumber })),
  boost: fc.boolean(),
})

const prior: fc.Arbitrary<Prior> = fc.record({
  readings: fc.array(fc.record({ value: anyNumber, at: anyNumber }), { maxLength: 3 }),
  at: anyNumber,
  rising: fc.boolean(),
  hourlyRate: orNull(anyNumber),
})

const small: fc.Arbitrary<Picture> = fc
  .tuple(fc.constantFrom(...sizes.slice(0, 3)), fc.constantFrom(...Object.values(looks)))
  .map(([[width, height], look]) => drawn(width, height, look))

const context: fc.Arbitrary<ReadContext> = fc.record({ reference: orNull(small), prior: orNull(prior) })

function expectSound(result: ReadResult): void {
  expect(result.confidence).toBeGreaterThanOrEqual(0)
  expect(result.confidence).toBeLessThanOrEqual(1)
  expect(reasons).toEqual(expect.arrayContaining(result.reasons))
  if (result.value === null) expect(result.reasons).not.toEqual([])
  else expect(Number.isFinite(result.value) && result.confidence >= MIN_CONFIDENCE).toBe(true)
  expect(result.frame.text === null).toBe(result.value === null)
  expect(JSON.parse(JSON.stringify(result))).toEqual(result)
}

describe('whatever comes, a value that is sure enough or a reason', () => {
  test('for any settings and whatever is known', () => {
    fc.assert(
      fc.property(small, settings, context, (picture, known, given) => {
        expectSound(read(picture, known, models, given))
      }),
      { numRuns: 300 },
    )
  })

  const plain: ReaderSettings = { ...nothingKnown(0), range: { start: 0, end: 10 } }
  const wellSet: Record<CategoryType, Partial<ReaderSettings>> = {
    0: { settings: '225:0,135:10', axis: { x: 0.5, y: 0.5 }, radius: 0.4 },
    1: { settings: '315:0,45:10', axis: { x: 0.5, y: 1.2 }, radius: 0.9 },
    2: { settings: boxesOf(2) },
    3: { settings: boxesOf(2) },
    4: { area: '0:0,1:1', digitNumber: 2 },
    5: { area: '0:0,1:1' },
    6: { area: '0:0,1:1' },
    7: { settings: boxesOf(2) },
    99: { area: '0:0,1:1', digitNumber: 2 },
  }

  test.each(types)(
    'for pictures of nothing under the settings of a meter of type %s, and under none',
    (type) => {
      for (const [name, look] of Object.entries(looks)) {
        for (const [width, height] of sizes) {
          const picture = drawn(width, height, look)
          for (const known of [
            { ...plain, type, ...wellSet[type] },
            { ...plain, type },
          ]) {
            const result = read(picture, known, models)
            expectSound(result)
            if (name === 'black' || name === 'white' || name === 'grey') expect(result.value).toBeNull()
          }
        }
      }
    },
    120_000,
  )

  test('for a photograph of hardly a pixel beside a reference picture that shows something', () => {
    const reference = drawn(300, 300, noise)
    for (const [width, height] of [
      [1, 1],
      [1, 300],
      [300, 1],
      [2, 3],
    ] as const) {
      const sliver = drawn(width, height, noise)
      expectSound(read(sliver, { ...plain, ...wellSet[0] }, models, { reference }))
      expectSound(read(reference, { ...plain, ...wellSet[0] }, models, { reference: sliver }))
    }
  })

  test.each(types)(
    'for very long pictures, of type %s',
    (type) => {
      for (const [width, height] of [
        [20_000, 10],
        [10, 20_000],
      ] as const) {
        const picture = drawn(width, height, noise)
        for (const known of [
          { ...plain, type, ...wellSet[type] },
          { ...plain, type },
        ]) {
          expectSound(read(picture, known, models, { reference: picture }))
        }
      }
    },
    60_000,
  )

  test.each([0, 1, 2, 3, 7] as const)(
    'for settings without end, of type %s',
    (type) => {
      const picture = drawn(320, 240, noise)
      const endless = type < 2 ? pinsOf(5000) : boxesOf(5000)
      const axis = { x: 0.5, y: 0.5 }
      expectSound(read(picture, { ...plain, type, settings: endless, axis, radius: 0.4 }, models))
      const many = { ...plain, type, area: '0:0,1:1', digitNumber: 1e9, decimalPoint: 1e9 }
      expectSound(read(picture, many, models))
    },
    30_000,
  )
})
