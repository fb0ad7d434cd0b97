import type { SmallDial } from '../types.ts'
import type { Canvas } from './canvas.ts'
import { lettering } from './lettering.ts'
import { circle, line, polar } from './parts.ts'
import { pointer } from './pointer.ts'

/** From the axis to the outer end of the ticks. */
export const smallDialRadius = 60

/** The face of a water meter's dial for one decimal place. */
export function smallDial({ place, unit }: SmallDial): string {
  const ink = unit < 1 ? '#a3211b' : '#17181a'
  const marks = Array.from(
    { length: 10 },
    (_, i) =>
      line(polar(place, i * 36, smallDialRadius), polar(place, i * 36, 51), 2.6, ink) +
      lettering(String(i), { ...polar(place, i * 36, 39), size: 21, fill: ink }),
  )
  return (
    circle(place, 63, `fill="#f8f7f2" stroke="${ink}" stroke-width="1.6"`) +
    marks.join('') +
    lettering(`×${unit}`, { x: place.x, y: place.y + 78, size: 18, fill: ink })
  )
}

/** Returns a function that turns their pointers to a value. */
export async function layDials(dials: readonly SmallDial[]) {
  const lay = await pointer(40)
  return (canvas: Canvas, value: number) => {
    for (const { place, unit, off = 0 } of dials) lay(canvas, place, ((value / unit) % 10) * 36 + off)
  }
}
