import { describe, expect, test } from 'vitest'
import { inView, viewOf } from './tile-view.ts'
import type { Corners, Frame } from './types.ts'

const empty: Frame = { area: null, boxes: [], needle: null, mark: null, text: null }
const WIDTH = 1600
const HEIGHT = 1200

const upright = (x1: number, y1: number, x2: number, y2: number): Corners => [
  { x: x1, y: y1 },
  { x: x2, y: y1 },
  { x: x2, y: y2 },
  { x: x1, y: y2 },
]

function within(frame: Frame) {
  const view = viewOf(frame, WIDTH, HEIGHT)
  if (!view) throw new Error('nothing to see')
  return { view, frame: inView(frame, view, WIDTH, HEIGHT) }
}

describe('what a tile shows of a photograph', () => {
  test.each([
    ['a dial', { ...empty, area: upright(0.3, 0.2, 0.6, 0.6) }],
    ['a long row of figures', { ...empty, boxes: [{ corners: upright(0.1, 0.5, 0.8, 0.58), text: '1' }] }],
    ['a tube', { ...empty, area: upright(0.45, 0.2, 0.5, 0.7) }],
  ])('is %s with a margin on each side, four by three', (_, drawn) => {
    const { view, frame } = within(drawn)
    expect(view.width / view.height).toBeCloseTo(4 / 3, 2)
    const corners = [...(frame.area ?? []), ...frame.boxes.flatMap((box) => box.corners)]
    for (const { x, y } of corners) {
      expect(Math.min(x, y)).toBeGreaterThan(0.05)
      expect(Math.max(x, y)).toBeLessThan(0.95)
    }
    // As large as that leaves it.
    const reach = Math.max(
      ...corners.map(({ x }) => Math.abs(x - 0.5)),
      ...corners.map(({ y }) => Math.abs(y - 0.5)),
    )
    expect(reach).toBeGreaterThan(0.4)
  })

  test('is the row of figures, however large the area that they were looked for in', () => {
    const boxes = [{ corners: upright(0.4, 0.4, 0.5, 0.5), text: '1' }]
    const { view } = within({ ...empty, area: upright(0, 0, 1, 1), boxes })
    expect(view.width).toBeLessThan(WIDTH / 3)
  })

  test('goes no farther than the photograph', () => {
    const { view } = within({ ...empty, area: upright(-0.2, 0.6, 0.3, 1.3) })
    expect(view.left).toBe(0)
    expect(view.top + view.height).toBe(HEIGHT)
  })

  test('is nothing in particular where nothing was looked at', () => {
    expect(viewOf(empty, WIDTH, HEIGHT)).toBeNull()
  })
})
