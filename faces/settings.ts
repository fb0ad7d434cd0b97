import { type CounterDial, printArea, printBoxes, printCounter, printScale } from '../reader/core/settings.ts'
import { plain } from './conditions.ts'
import { seenFrom } from './draw/camera.ts'
import { smallDialRadius } from './draw/small-dial.ts'
import type { Box, ColumnStyle, Conditions, CounterStyle, Face, Pin, Point } from './types.ts'

interface FaceSettings {
  settings: string | null
  area: string | null
  /** Ratios of the picture. */
  axis: Point | null
  /** Ratio of the picture's width. */
  radius: number | null
}

const nothing: FaceSettings = { settings: null, area: null, axis: null, radius: null }

function track(style: ColumnStyle): Box {
  const { start, end, bore } = style
  return start.y === end.y
    ? { x: start.x, y: start.y - bore / 2, width: end.x - start.x, height: bore }
    : { x: start.x - bore / 2, y: end.y, width: bore, height: start.y - end.y }
}

type See = (place: Point) => Point

/** Upright box through the middles of the sides, as a person would draw it. */
function ratios(box: Box, { style: { width, height } }: Face, see: See) {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return {
    x1: see({ x: box.x, y: middle.y }).x / width,
    y1: see({ x: middle.x, y: box.y }).y / height,
    x2: see({ x: box.x + box.width, y: middle.y }).x / width,
    y2: see({ x: middle.x, y: box.y + box.height }).y / height,
  }
}

/** Angle and distance of a pin as the camera sees it. */
function pinned([angle, value]: Pin, axis: Point, radius: number, see: See) {
  const way = (angle * Math.PI) / 180
  const from = see(axis)
  const to = see({ x: axis.x + radius * Math.sin(way), y: axis.y - radius * Math.cos(way) })
  const seen = (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI
  return { angle: (seen + 360) % 360, value, reach: Math.hypot(to.x - from.x, to.y - from.y) }
}

/** The dials of a counter as the camera sees them. */
function dialsOf({ dials = [], width, height }: CounterStyle, see: See): CounterDial[] {
  return dials.map(({ place, unit }) => {
    const pins = [0, 90, 180, 270].map((angle) => pinned([angle, 0], place, smallDialRadius, see))
    const centre = see(place)
    return {
      centre: { x: centre.x / width, y: centre.y / height },
      radius: pins.reduce((sum, { reach }) => sum + reach / width, 0) / pins.length,
      multiplier: unit,
      zero: pins[0]?.angle ?? 0,
      clockwise: true,
    }
  })
}

/** The settings strings of a face as a person makes them on a picture taken under `how`. */
export function settingsOf(face: Face, how: Conditions = plain): FaceSettings {
  const { style } = face
  const see = how === plain ? (place: Point) => place : seenFrom(style.width, style.height, how)
  switch (style.kind) {
    case 'round':
    case 'panel': {
      const pins = style.pins.map((pin) => pinned(pin, style.axis, style.radius, see))
      const axis = see(style.axis)
      const radius = pins.reduce((sum, { reach }) => sum + reach, 0) / pins.length
      return {
        ...nothing,
        settings: printScale(pins),
        axis: { x: axis.x / style.width, y: axis.y / style.height },
        radius: radius / style.width,
      }
    }
    case 'counter': {
      const boxes = style.boxes.map((box) => ratios(box, face, see))
      return { ...nothing, settings: printCounter({ boxes, dials: dialsOf(style, see) }) }
    }
    case 'display':
      return { ...nothing, settings: printBoxes(style.boxes.map((box) => ratios(box, face, see))) }
    case 'column':
      return { ...nothing, area: printArea(ratios(track(style), face, see)) }
    case 'manometer':
    case 'subdials':
      return nothing
  }
}
