import { printArea, printBoxes, printScale } from '../../reader/core/settings.ts'
import type { Box, ColumnStyle, Face, Place } from './types.ts'

export interface FaceSettings {
  settings: string | null
  area: string | null
  /** Ratios of the picture’s width and height. */
  axis: Place | null
  /** Ratio of the picture’s width. */
  radius: number | null
}

const nothing: FaceSettings = { settings: null, area: null, axis: null, radius: null }

function track(style: ColumnStyle): Box {
  const { start, end, bore } = style
  return start.y === end.y
    ? { x: start.x, y: start.y - bore / 2, width: end.x - start.x, height: bore }
    : { x: start.x - bore / 2, y: end.y, width: bore, height: start.y - end.y }
}

function ratios(box: Box, face: Face) {
  const { width, height } = face.style
  return {
    x1: box.x / width,
    y1: box.y / height,
    x2: (box.x + box.width) / width,
    y2: (box.y + box.height) / height,
  }
}

/** The assist and read-position strings of a face, exact for the straight-on picture. */
export function settingsOf(face: Face): FaceSettings {
  const { style } = face
  switch (style.kind) {
    case 'round':
    case 'panel':
      return {
        ...nothing,
        settings: printScale(style.pins.map(([angle, value]) => ({ angle: (angle + 360) % 360, value }))),
        axis: { x: style.axis.x / style.width, y: style.axis.y / style.height },
        radius: style.radius / style.width,
      }
    case 'counter':
    case 'display':
      return { ...nothing, settings: printBoxes(style.boxes.map((box) => ratios(box, face))) }
    case 'column':
      return { ...nothing, area: printArea(ratios(track(style), face)) }
    case 'manometer':
    case 'subdials':
      return nothing
  }
}
