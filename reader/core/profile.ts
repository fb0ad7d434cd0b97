import { resample } from './resample.ts'
import type { Picture, Rectangle } from './types.ts'

/** Mean colours along the long axis of an area, from the end where its range starts (lower or left). */
export interface Profile {
  /** Red, green, blue a place. */
  data: Float32Array
  length: number
  vertical: boolean
}

/** Places along the profile. */
const LENGTH = 400
/** The middle share of the area's width that is looked at, away from the walls of a tube. */
const MIDDLE = 0.5

/** Averages an area across its short side. */
export function profileOf(picture: Picture, area: Rectangle): Profile {
  const left = area.x1 * picture.width
  const right = area.x2 * picture.width
  const top = area.y1 * picture.height
  const bottom = area.y2 * picture.height
  const vertical = bottom - top >= right - left
  const marginX = vertical ? ((1 - MIDDLE) / 2) * (right - left) : 0
  const marginY = vertical ? 0 : ((1 - MIDDLE) / 2) * (bottom - top)
  const window = {
    left: left + marginX,
    right: right - marginX,
    top: top + marginY,
    bottom: bottom - marginY,
  }
  const strip = resample({ ...picture, channels: 4 }, window, vertical ? 1 : LENGTH, vertical ? LENGTH : 1)
  const data = new Float32Array(LENGTH * 3)
  for (let place = 0; place < LENGTH; place++) {
    const from = (vertical ? LENGTH - 1 - place : place) * 4
    for (let channel = 0; channel < 3; channel++) data[place * 3 + channel] = strip.data[from + channel] ?? 0
  }
  return { data, length: LENGTH, vertical }
}
