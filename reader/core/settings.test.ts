// Covers docs/requirements.md: 160, 161, 162, 273, 550

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CounterDial,
  dialDecimals,
  MULTIPLIERS,
  parseArea,
  parseBoxes,
  parseCounter,
  parseScale,
  printArea,
  printBoxes,
  printCounter,
  printScale,
} from './settings.ts'
import type { Rectangle } from './types.ts'

const thousandths = (min: number, max: number) => fc.integer({ min, max }).map((number) => number / 1000)

const rectangle: fc.Arbitrary<Rectangle> = fc
  .tuple(
    fc.uniqueArray(thousandths(0, 1000), { minLength: 2, maxLength: 2 }),
    fc.uniqueArray(thousandths(0, 1000), { minLength: 2, maxLength: 2 }),
  )
  .map(([xs, ys]) => ({ x1: Math.min(...xs), x2: Math.max(...xs), y1: Math.min(...ys), y2: Math.max(...ys) }))

const pin = fc.record({
  angle: fc.integer({ min: 0, max: 359 }),
  value: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0 || 0),
})

describe('scale settings', () => {
  test('come back as they were printed', () => {
    fc.assert(
      fc.property(fc.array(pin, { minLength: 2, maxLength: 12 }), (pins) => {
        expect(parseScale(printScale(pins))).toEqual({ ok: true, value: pins })
      }),
    )
  })

  test('round angles to whole degrees below 360', () => {
    expect(
      printScale([
        { angle: 224.6, value: 0 },
        { angle: 359.7, value: 1.5 },
      ]),
    ).toBe('225:0,0:1.5')
  })

  test.each([
    ['', 'start pin'],
    ['225:0', 'start pin'],
    ['225:0,135', '"135" is not angle:value'],
    ['225:0,135:1:2', 'is not angle:value'],
    ['225:0,361:1', 'not an angle'],
    ['-1:0,135:1', 'not an angle'],
    ['225:0,135:', 'not a number'],
    ['225:0,135:1e999', 'not a number'],
    ['225:0,135:0x10', 'not a number'],
  ])('%j is refused with a reason', (text, reason) => {
    expect(parseScale(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  })
})

describe('digit rectangles', () => {
  test('come back from left to right as they were printed', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(rectangle, { minLength: 1, maxLength: 10, selector: (box) => box.x1 }),
        (boxes) => {
          const sorted = boxes.toSorted((a, b) => a.x1 - b.x1)
          expect(parseBoxes(printBoxes(boxes))).toEqual({ ok: true, value: sorted })
        },
      ),
    )
  })

  test('are printed with at most 3 decimals', () => {
    expect(printBoxes([{ x1: 1 / 3, y1: 0.1, x2: 2 / 3, y2: 0.98765 }])).toBe('0.333@0.1:0.667@0.988')
  })

  test.each(['', '0.1@0.1:0.2', '0.2@0.1:0.1@0.2', '0.1@0.1:1.2@0.2', '0.1:0.1@0.2:0.2', '0.1@0.1:0.2@0.2,'])(
    '%j is refused with a reason',
    (text) => {
      expect(parseBoxes(text)).toEqual({ ok: false, reason: expect.stringContaining('not a rectangle') })
    },
  )
})

describe('the places of a counter', () => {
  const fine = fc.integer({ min: 0, max: 10_000 }).map((number) => number / 10_000)
  const dial = fc.record({
    centre: fc.record({ x: fine, y: fine }),
    radius: fc.integer({ min: 1, max: 10_000 }).map((number) => number / 10_000),
    zero: fc.integer({ min: 0, max: 359 }),
    clockwise: fc.boolean(),
  })
  /** Of consecutive decimal places. */
  const dials: fc.Arbitrary<CounterDial[]> = fc
    .tuple(fc.nat(3), fc.array(dial, { maxLength: 4 }))
    .map(([first, all]) =>
      all.flatMap((one, index) => {
        const multiplier = MULTIPLIERS[first + index]
        return multiplier === undefined ? [] : [{ ...one, multiplier }]
      }),
    )

  test('come back as they were printed, the largest multiplier first', () => {
    fc.assert(
      fc.property(rectangle, dials, (box, placed) => {
        const printed = printCounter({ boxes: [box], dials: placed.toReversed() })
        expect(parseCounter(printed)).toEqual({ ok: true, value: { boxes: [box], dials: placed } })
        expect(dialDecimals(printed)).toBe(
          placed.length === 0 ? null : -Math.round(Math.log10(placed.at(-1)?.multiplier ?? 1)),
        )
      }),
    )
  })

  test('without dials are printed as rectangles always were', () => {
    const boxes = [{ x1: 0.1, y1: 0.2, x2: 0.3, y2: 0.4 }]
    expect(printCounter({ boxes, dials: [] })).toBe(printBoxes(boxes))
  })

  test('name a dial that starts at the top and runs clockwise by four numbers', () => {
    const usual = { centre: { x: 0.6, y: 0.5 }, radius: 0.05, multiplier: 0.1, zero: 0, clockwise: true }
    const boxes = [{ x1: 0.1, y1: 0.2, x2: 0.3, y2: 0.4 }]
    expect(printCounter({ boxes, dials: [usual] })).toBe('0.1@0.2:0.3@0.4,0.6@0.5:0.05:0.1')
    expect(printCounter({ boxes, dials: [{ ...usual, zero: 90, clockwise: false }] })).toBe(
      '0.1@0.2:0.3@0.4,0.6@0.5:0.05:0.1:90:ccw',
    )
  })

  test.each([
    ['0.6@0.5:0.05:0.1', 'not a rectangle'],
    ['0@0:1@1,0.6@0.5:0.05:0.1,0.6@0.7:0.05:0.1', 'the dial of 0.1 does not follow'],
    ['0@0:1@1,0.6@0.5:0.05:0.1,0.6@0.7:0.05:0.001', 'the dial of 0.001 does not follow'],
    ['0@0:1@1,0.6@0.5:0.05:0.2', 'is not a dial'],
    ['0@0:1@1,0.6@0.5:0.05:1', 'is not a dial'],
    ['0@0:1@1,0.6@1.5:0.05:0.1', 'is not a dial'],
    ['0@0:1@1,0.6@0.5:0:0.1', 'is not a dial'],
    ['0@0:1@1,0.6@0.5:0.05:0.1:400', 'is not a dial'],
    ['0@0:1@1,0.6@0.5:0.05:0.1:0:left', 'is not a dial'],
    ['0@0:1@1,0.6@0.5:0.05:0.1:0:cw:1', 'is not a dial'],
    ['225:0,135:1', 'not a rectangle'],
  ])('%j are refused with a reason', (text, reason) => {
    expect(parseCounter(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  })
})

describe('the read position', () => {
  test('comes back as it was printed', () => {
    fc.assert(
      fc.property(rectangle, (area) => {
        expect(parseArea(printArea(area))).toEqual({ ok: true, value: area })
      }),
    )
  })

  test('is one rectangle: several joined by "|" are refused', () => {
    expect(parseArea('0.1:0.1,0.2:0.2|0.3:0.3,0.4:0.4').ok).toBe(false)
  })
})

describe('any text', () => {
  const garbage = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9.:,@|eE+\- ]{0,40}$/))

  test.each([
    ['parseScale', parseScale],
    ['parseBoxes', parseBoxes],
    ['parseCounter', parseCounter],
    ['parseArea', parseArea],
  ])('gives %s a value or a reason, never an exception', (_, parse) => {
    fc.assert(
      fc.property(garbage, (text) => {
        const parsed = parse(text)
        if (!parsed.ok) expect(parsed.reason).not.toBe('')
      }),
      { numRuns: 500 },
    )
  })
})
