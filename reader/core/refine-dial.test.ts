import { describe, expect, test } from 'vitest'
import { createRaster } from '../../tests/support/reader/raster.ts'
import { evenDivisionsOf, refineDialAxis } from './refine-dial.ts'
import { createScale } from './scale.ts'
import { parseScale } from './settings.ts'
import type { Picture } from './types.ts'

const SIZE = 160
const RADIUS = 62

function divisionsOf(text: string): number | null {
  const parsed = parseScale(text)
  const scale = parsed.ok ? createScale(parsed.value) : null
  if (!scale) throw new Error('no scale')
  return evenDivisionsOf(scale)
}

/** A small dial with ten ticks around (x, y), the first at `start` degrees, and a red needle. */
function smallDial(x: number, y: number, start: number, ticks = 10): Picture {
  const raster = createRaster(SIZE, SIZE, [222, 222, 218])
  for (let tick = 0; tick < ticks; tick++) {
    const turn = ((start + (360 / ticks) * tick) * Math.PI) / 180
    const position = (radius: number): [number, number] => [
      x + radius * Math.sin(turn),
      y - radius * Math.cos(turn),
    ]
    raster.line(...position(RADIUS * 0.88), ...position(RADIUS * 1.05), 3, [40, 40, 44])
  }
  raster.ring(x + 2, y + 4, 10, 20, [200, 40, 36])
  raster.line(x + 2, y + 4, x + 40, y + 30, 8, [200, 40, 36])
  return raster.picture
}

describe('a dial that goes once round in ten', () => {
  test.each([
    { dx: 0, dy: 0, start: 0 },
    { dx: 5, dy: -3, start: 0 },
    { dx: -4, dy: 6, start: 100 },
  ])('is moved by $dx, $dy to where its ticks stand evenly', ({ dx, dy, start }) => {
    const picture = smallDial(SIZE / 2 + dx, SIZE / 2 + dy, start)
    const found = refineDialAxis(picture, { x: SIZE / 2, y: SIZE / 2, radius: RADIUS }, 10, start)
    expect(found.x).toBeCloseTo(SIZE / 2 + dx, 0)
    expect(found.y).toBeCloseTo(SIZE / 2 + dy, 0)
    expect(found.radius).toBe(RADIUS)
  })

  test('stays where it is when no such ticks can be seen', () => {
    const position = { x: SIZE / 2, y: SIZE / 2, radius: RADIUS }
    expect(refineDialAxis(smallDial(SIZE / 2 + 5, SIZE / 2, 0, 7), position, 10, 0)).toEqual(position)
  })
})

describe('the divisions of a scale', () => {
  test.each([
    '0:0,90:2.5,180:5,270:7.5,360:10',
    '0:0,36:1,72:2,108:3,144:4,180:5,216:6,252:7,288:8,324:9,360:10',
    '100:0,190:25,280:50,10:75,100:100',
    '0:0,270:2.5,180:5,90:7.5,0:10',
  ])('%s are ten', (text) => expect(divisionsOf(text)).toBe(10))

  test.each(['225:0,0:5,135:10', '0:0,95:2.5,180:5,265:7.5,0:10', '0:0,90:3,180:6,270:9,0:12'])(
    '%s are not known',
    (text) => expect(divisionsOf(text)).toBeNull(),
  )
})
