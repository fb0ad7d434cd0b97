// Covers docs/requirements.md: 161, 162, 273

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseArea, parseBoxes, type Rectangle } from '../../../reader/web/index.ts'
import {
  addBox,
  areaDraftOf,
  areaFromAssist,
  type BoxDraft,
  boxDraftOf,
  changeBox,
  clampBox,
  distribute,
  leftToRight,
  noBoxes,
  removeBox,
  resized,
  serializeArea,
  serializeBoxes,
  shifted,
} from './boxes.ts'

const drawn = (...rectangles: Rectangle[]): BoxDraft =>
  rectangles.reduce((draft, rectangle) => addBox(draft, rectangle, 16).draft, noBoxes)

const box = (x1: number, y1: number, x2: number, y2: number): Rectangle => ({ x1, y1, x2, y2 })

const ratio = fc.double({ min: 0, max: 1, noNaN: true })
const rectangles = fc
  .tuple(ratio, ratio, ratio, ratio)
  .map(([a, b, c, d]) => clampBox(box(Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d))))
const edges = ['x1', 'y1', 'x2', 'y2'] as const

function expectNear(found: Rectangle | undefined, wanted: Rectangle | undefined) {
  for (const edge of edges)
    expect(Math.abs((found?.[edge] ?? 9) - (wanted?.[edge] ?? -9))).toBeLessThanOrEqual(0.000501)
}

describe('for any rectangles', () => {
  test('the reader reads what was drawn, to half a thousandth, from left to right', () => {
    fc.assert(
      fc.property(fc.array(rectangles, { minLength: 1, maxLength: 12 }), (drawings) => {
        const draft = drawn(...drawings)
        const read = parseBoxes(serializeBoxes(draft) ?? '')
        expect(read.ok).toBe(true)
        if (!read.ok) return
        const wanted = leftToRight(draft).map(({ rectangle }) => rectangle)
        expect(read.value).toHaveLength(wanted.length)
        for (const [index, found] of read.value.entries()) expectNear(found, wanted[index])
      }),
    )
  })

  test('what is stored comes back and is stored again as the same text', () => {
    fc.assert(
      fc.property(fc.array(rectangles, { minLength: 1, maxLength: 12 }), (drawings) => {
        const settings = serializeBoxes(drawn(...drawings))
        const draft = boxDraftOf(settings)
        expect(draft && serializeBoxes(draft)).toBe(settings)
      }),
    )
  })

  test('the read position is one rectangle that the reader reads', () => {
    fc.assert(
      fc.property(rectangles, rectangles, (first, second) => {
        const draft = addBox(addBox(noBoxes, first, 1).draft, second, 1).draft
        expect(draft.boxes).toHaveLength(1)
        const area = serializeArea(draft)
        const read = parseArea(area ?? '')
        expect(read.ok).toBe(true)
        if (read.ok) expectNear(read.value, second)
        const back = areaDraftOf(area)
        expect(back && serializeArea(back)).toBe(area)
      }),
    )
  })

  test('moving and resizing never leave the picture nor turn a rectangle inside out', () => {
    const step = fc.record({
      x: fc.double({ min: -2, max: 2, noNaN: true }),
      y: fc.double({ min: -2, max: 2, noNaN: true }),
    })
    const side = fc.constantFrom(-1 as const, 0 as const, 1 as const)
    fc.assert(
      fc.property(rectangles, step, side, side, (rectangle, by, x, y) => {
        for (const one of [shifted(rectangle, by), resized(rectangle, { x, y }, by)]) {
          expect(parseBoxes(serializeBoxes(drawn(one)) ?? '').ok).toBe(true)
          expectNear(clampBox(one), one)
        }
      }),
    )
  })
})

test('ratios are rounded to three decimals', () => {
  expect(serializeBoxes(drawn(box(0.51239, 0.1, 0.6, 0.25001), box(0.1, 0.1, 0.2, 0.25)))).toBe(
    '0.1@0.1:0.2@0.25,0.512@0.1:0.6@0.25',
  )
  expect(serializeArea(drawn(box(0.10049, 0.2, 0.9, 0.8)))).toBe('0.1:0.2,0.9:0.8')
})

test('nothing drawn is nothing to store', () => {
  expect(serializeBoxes(noBoxes)).toBeNull()
  expect(serializeArea(noBoxes)).toBeNull()
  expect(boxDraftOf('225:0,135:1')).toBeNull()
})

describe('boxes of one size', () => {
  test('are spread from the first to the last, in a row that leans too', () => {
    const row = distribute(drawn(box(0.7, 0.14, 0.8, 0.34), box(0.1, 0.1, 0.2, 0.3)), 7)
    const found = row.boxes.map(({ rectangle }) => rectangle)
    expect(found).toHaveLength(7)
    expectNear(found[0], box(0.1, 0.1, 0.2, 0.3))
    expectNear(found[3], box(0.4, 0.12, 0.5, 0.32))
    expectNear(found[6], box(0.7, 0.14, 0.8, 0.34))
  })

  test('part one box around the whole row', () => {
    const row = distribute(drawn(box(0.2, 0.4, 0.8, 0.5)), 6)
    expect(row.boxes).toHaveLength(6)
    const centres = row.boxes.map(({ rectangle: { x1, x2 } }) => (x1 + x2) / 2)
    for (const [index, centre] of centres.entries()) expect(centre).toBeCloseTo(0.25 + index * 0.1)
    const [first] = row.boxes
    expect((first?.rectangle.x2 ?? 0) - (first?.rectangle.x1 ?? 0)).toBeLessThan(0.1)
  })
})

test('a touched box is no proposal any more; deleted ones leave the rest as they are', () => {
  const draft: BoxDraft = {
    ...drawn(box(0.1, 0.1, 0.2, 0.2), box(0.3, 0.1, 0.4, 0.2)),
    proposed: ['box-1', 'box-2'],
  }
  expect(changeBox(draft, 'box-1', box(0.1, 0.1, 0.2, 0.3)).proposed).toEqual(['box-2'])
  const left = removeBox(draft, 'box-1')
  expect(left).toMatchObject({ proposed: ['box-2'], boxes: [{ id: 'box-2' }] })
  expect(addBox(left, box(0.5, 0.1, 0.6, 0.2), 16).id).toBe('box-3')
})

describe('the place that the AI assist setting speaks of', () => {
  const size = { width: 400, height: 200 }

  test('is the row of its figures with room around it, within the picture', () => {
    const settings = serializeBoxes(drawn(box(0.3, 0.4, 0.4, 0.6), box(0.02, 0.44, 0.1, 0.64)))
    const area = areaFromAssist({ settings, pins: null }, size)
    expectNear(area?.boxes[0]?.rectangle, box(0, 0.34, 0.43, 0.7))
    expect(area?.proposed).toEqual(['box-1'])
  })

  test('holds the dials of a water meter too', () => {
    const settings = '0.3@0.4:0.4@0.6,0.6@0.7:0.1:0.1'
    const area = areaFromAssist({ settings, pins: null }, size)
    expectNear(area?.boxes[0]?.rectangle, box(0.2345, 0.269, 0.7775, 1))
  })

  test('is its dial with the rim', () => {
    const pins = { axis: { x: 0.5, y: 0.5 }, radius: 0.2 }
    const area = areaFromAssist({ settings: '225:0,135:1', pins }, size)
    expectNear(area?.boxes[0]?.rectangle, box(0.27, 0.04, 0.73, 0.96))
  })

  test('is not known where only angles are, nor where nothing is set', () => {
    expect(areaFromAssist({ settings: '225:0,135:1', pins: null }, size)).toBeNull()
    expect(areaFromAssist({ settings: null, pins: null }, size)).toBeNull()
  })
})
