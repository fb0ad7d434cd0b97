// Covers docs/requirements.md: 120, 160, 205, 206, 207

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScale, type Point, parseScale } from '../../../reader/web/index.ts'
import type { Size } from '../../ui/stage/stageGeometry.ts'
import { angleOf, pointAt } from './markGeometry.ts'
import {
  movePin,
  noPins,
  type PinDraft,
  pinDraftOf,
  pinErrors,
  placePin,
  proposedPins,
  removePin,
  scaleOf,
  serializePins,
  sortedPins,
  typePinValue,
} from './scalePins.ts'

const size: Size = { width: 800, height: 600 }
const axis: Point = { x: 0.5, y: 0.5 }
const at = (degrees: number, reach = 0.25) => pointAt(axis, degrees, reach, size)

/** A scale with pins at these angles, start first, end last. */
function drawn(pins: readonly (readonly [degrees: number, text: string])[], reach?: number): PinDraft {
  let draft = movePin(noPins({ start: null, end: null }), 'axis', axis)
  for (const [index, [degrees, text]] of pins.entries()) {
    const tool = index === 0 ? 'start' : index === pins.length - 1 ? 'end' : 'middle'
    const placed = placePin(draft, tool, at(degrees, reach))
    draft = typePinValue(placed.draft, placed.id, text)
  }
  return draft
}

const gauge = drawn([
  [225, '0'],
  [0, '0.5'],
  [135, '1'],
])

describe('the settings of a needle’s scale', () => {
  test('hold whole degrees clockwise from twelve o’clock, the axis and the radius beside them', () => {
    expect(serializePins(gauge, size)).toEqual({
      settings: '225:0,0:0.5,135:1',
      pins: { axis, radius: 0.25 },
    })
  })

  test('take angles as the eye sees them in a picture that is wider than high', () => {
    expect(angleOf({ x: 0.5, y: 0.5 }, { x: 0.75, y: 0.5 - 0.25 * (800 / 600) }, size)).toBeCloseTo(45)
  })

  test('take the radius from the start and the end pin', () => {
    const nearer = movePin(gauge, 'end', at(135, 0.15))
    expect(serializePins(nearer, size)?.pins.radius).toBeCloseTo(0.2)
  })

  test('list middle pins along the arc, in whatever order they were placed', () => {
    const mixed = drawn([
      [225, '0'],
      [90, '0.8'],
      [300, '0.2'],
      [0, '0.5'],
      [135, '1'],
    ])
    expect(serializePins(mixed, size)?.settings).toBe('225:0,300:0.2,0:0.5,90:0.8,135:1')
    expect(sortedPins(mixed, size).map(({ text }) => text)).toEqual(['0', '0.2', '0.5', '0.8', '1'])
  })

  test('of a scale that runs counter-clockwise list them that way round', () => {
    const backwards = drawn([
      [135, '0'],
      [270, '80'],
      [0, '50'],
      [225, '100'],
    ])
    expect(scaleOf(backwards, size)?.direction).toBe(-1)
    expect(serializePins(backwards, size)?.settings).toBe('135:0,0:50,270:80,225:100')
  })

  test('without middle pins run clockwise', () => {
    expect(
      scaleOf(
        drawn([
          [135, '0'],
          [225, '1'],
        ]),
        size,
      ),
    ).toMatchObject({ direction: 1, sweep: 90 })
  })
})

const angles = fc.uniqueArray(fc.integer({ min: 0, max: 359 }), { minLength: 2, maxLength: 9 })
const numbers = fc
  .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(6))
  .map(([figures, decimals]) => figures / 10 ** decimals)

/** Pins in one direction with distinct values. */
const scales = fc
  .tuple(angles, fc.uniqueArray(numbers, { minLength: 9, maxLength: 9 }), fc.boolean(), fc.nat(359))
  .map(([turns, values, clockwise, first]) => {
    const along = turns
      .toSorted((a, b) => a - b)
      .map((turn) => turn - (turns.toSorted((a, b) => a - b)[0] ?? 0))
    return along.map((turn, index) => ({
      angle: (first + (clockwise || along.length === 2 ? turn : 360 - turn)) % 360,
      value: values[index] ?? 0,
    }))
  })

const pictures = fc.record({
  width: fc.integer({ min: 200, max: 4000 }),
  height: fc.integer({ min: 200, max: 4000 }),
})
const ratios = fc.double({ min: 0.2, max: 0.8, noNaN: true })

describe('for any scale, picture and axis', () => {
  test('what is stored comes back as the same pins, and is stored again as the same text', () => {
    fc.assert(
      fc.property(scales, pictures, ratios, ratios, ratios, (scale, picture, x, y, radius) => {
        const settings = scale.map(({ angle, value }) => `${angle}:${value}`).join(',')
        const pins = { axis: { x, y }, radius }
        const draft = pinDraftOf({ settings, pins }, null, picture)
        expect(draft).not.toBeNull()
        const written = draft && serializePins(draft, picture)
        const back = parseScale(written?.settings ?? '')
        expect(back.ok && back.value).toEqual(scale)
        expect(written?.pins.axis.x).toBeCloseTo(x, 4)
        expect(written?.pins.axis.y).toBeCloseTo(y, 4)
        expect(written?.pins.radius).toBeCloseTo(radius, 4)
      }),
    )
  })

  test('the reader reads the angles of the pins that were placed, within half a degree, and the same order', () => {
    fc.assert(
      fc.property(
        scales,
        pictures,
        fc.double({ min: -0.4, max: 0.4, noNaN: true }),
        (scale, picture, off) => {
          const centre = { x: 0.5, y: 0.5 }
          const reach = (0.4 * Math.min(picture.width, picture.height)) / picture.width
          const draft: PinDraft = {
            axis: centre,
            proposed: [],
            pins: scale.map(({ angle, value }, index) => ({
              id: `pin-${index}`,
              kind: index === 0 ? 'start' : index === scale.length - 1 ? 'end' : 'middle',
              point: pointAt(centre, angle + off, reach, picture),
              text: String(value),
            })),
          }
          const back = parseScale(serializePins(draft, picture)?.settings ?? '')
          expect(back.ok && back.value).toEqual(scale)
          expect(back.ok && createScale(back.value)?.direction).toBe(createScale(scale)?.direction)
        },
      ),
    )
  })
})

describe('what cannot be stored yet', () => {
  const problems = (draft: PinDraft) => pinErrors(draft, size)

  test('is told for axis, start and end one by one', () => {
    expect(problems(noPins({ start: 0, end: 1 }))).toEqual({
      axis: '位置が未設定です',
      start: '位置が未設定です',
      end: '位置が未設定です',
    })
    expect(serializePins(noPins({ start: 0, end: 1 }), size)).toBeNull()
  })

  test('asks for the value of every pin that stands, middle pins too', () => {
    const silent = drawn([
      [225, ' '],
      [0, ''],
      [135, 'about 1'],
    ])
    expect(problems(silent)).toEqual({
      start: '入力してください',
      'middle-1': '入力してください',
      end: '数値を入力してください',
    })
  })

  test('refuses a pin on the axis, two in one direction, and middle pins on both sides of the end', () => {
    expect(problems(movePin(gauge, 'end', axis))).toEqual({ end: '軸から離して置いてください' })
    const same = drawn([
      [225, '0'],
      [0, '0.4'],
      [0, '0.5'],
      [135, '1'],
    ])
    expect(problems(same)['scale']).toMatch('同じ角度')
    const astray = drawn([
      [225, '0'],
      [0, '0.5'],
      [180, '0.8'],
      [135, '1'],
    ])
    expect(problems(astray)['scale']).toMatch('終点の先')
  })

  test('refuses a scale whose ends show one value', () => {
    expect(problems(typePinValue(removePin(gauge, 'middle-1'), 'end', '0'))['scale']).toMatch('値が同じ')
  })

  test('takes full-width figures and any keyboard’s minus', () => {
    const typed = typePinValue(typePinValue(gauge, 'start', '−１'), 'end', '２．５')
    expect(serializePins(typed, size)?.settings).toBe('225:-1,0:0.5,135:2.5')
  })
})

test('angles whose axis is not known are shown around the middle of the read position, as a proposal', () => {
  const draft = pinDraftOf(
    { settings: '225:0,135:1', pins: null },
    { x1: 0.5, y1: 0.2, x2: 0.9, y2: 0.6 },
    size,
  )
  expect(draft?.axis?.x).toBeCloseTo(0.7)
  expect(draft?.axis?.y).toBeCloseTo(0.4)
  expect(draft?.proposed).toEqual(['axis', 'start', 'end'])
})

test('settings of another kind of meter are none', () => {
  expect(pinDraftOf({ settings: '0.1@0.1:0.2@0.2', pins: null }, null, size)).toBeNull()
})

test('a proposal gives places and keeps the values; what is touched is no proposal any more', () => {
  const proposal = {
    confidence: 0.8,
    area: null,
    axis,
    radius: 0.25,
    pins: [at(225), at(135)].map((point) => ({ point, value: null })),
    boxes: [],
    kind: null,
    reasons: [],
  }
  const draft = proposedPins(noPins({ start: 0, end: 1 }), proposal)
  expect(draft?.proposed).toEqual(['axis', 'start', 'end'])
  expect(draft && serializePins(draft, size)?.settings).toBe('225:0,135:1')
  expect(draft && movePin(draft, 'end', at(130)).proposed).toEqual(['axis', 'start'])
  expect(proposedPins(noPins({ start: 0, end: 1 }), { ...proposal, axis: null })).toBeNull()
})
