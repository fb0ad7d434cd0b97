import type { Point } from '../types.ts'
import { type Canvas, shadowOf, sprite, stamp } from './canvas.ts'
import { circle, definitions } from './parts.ts'

/** A water meter's short red subdial pointer. */
export async function pointer(reach: number) {
  const half = reach + 8
  const fill = 'fill="#c9261e"'
  const shape =
    `<path d="M${half} ${half - reach}L${half + reach * 0.26} ${half}L${half + reach * 0.2} ${half + reach * 0.42}L${half - reach * 0.2} ${half + reach * 0.42}L${half - reach * 0.26} ${half}Z" ${fill}/>` +
    circle({ x: half, y: half }, reach * 0.34, `${fill} stroke="#7d120d" stroke-width="1"`) +
    circle({ x: half - reach * 0.06, y: half - reach * 0.08 }, reach * 0.14, 'fill="#fff" opacity=".35"')
  const part = await sprite(definitions + shape, half * 2, half * 2, half, half)
  const shadow = await shadowOf(part, 2.2)
  return (canvas: Canvas, axis: Point, angle: number) => {
    stamp(canvas, shadow, axis.x + 3, axis.y + 5, { angle, opacity: 0.4 })
    stamp(canvas, part, axis.x, axis.y, { angle })
  }
}
