import type { Face } from '../types.ts'
import { column } from './column.ts'
import { counter } from './counter.ts'
import { display } from './display.ts'
import { manometer, subdials } from './manometer-subdials.ts'
import { panel } from './panel.ts'
import type { PreparedFace } from './prepared-face.ts'
import { round } from './round.ts'

function build(face: Face): Promise<PreparedFace> {
  const { style } = face
  switch (style.kind) {
    case 'round':
      return round(style)
    case 'panel':
      return panel(style)
    case 'counter':
      return counter(face, style)
    case 'display':
      return display(face, style)
    case 'column':
      return column(face, style)
    case 'manometer':
      return manometer(face, style)
    case 'subdials':
      return subdials(face, style)
  }
}

const built = new Map<Face, Promise<PreparedFace>>()

/** Cached: the static parts are rendered once. */
export function preparedFace(face: Face): Promise<PreparedFace> {
  const known = built.get(face)
  if (known) return known
  const stage = build(face)
  built.set(face, stage)
  return stage
}
