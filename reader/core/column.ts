import { findPointer } from './pointer.ts'
import { profileOf } from './profile.ts'
import { conclude, decimalsFor, decimalsOf, refuse } from './result.ts'
import { parseArea } from './settings.ts'
import { findSurface } from './surface.ts'
import type { Picture, ReaderSettings, ReadResult } from './types.ts'

/** Reads a column of liquid (type 5) or a pointer on a straight scale (type 6) inside the area, by the range. */
export function readColumn(picture: Picture, settings: ReaderSettings): ReadResult {
  const parsed = settings.area === null ? null : parseArea(settings.area)
  const area = parsed?.ok ? parsed.value : null
  const { range } = settings
  if (!area || !range) return refuse('no settings', { area })
  const span = Math.abs(range.end - range.start)
  if (!(span > 0 && Number.isFinite(span))) return refuse('no settings', { area })
  const profile = profileOf(picture, area)
  const mark = settings.type === 5 ? findSurface(profile) : findPointer(profile)
  if (typeof mark === 'string') return refuse(mark, { area })
  const { x1, y1, x2, y2 } = area
  const x = x1 + mark.share * (x2 - x1)
  const y = y2 - mark.share * (y2 - y1)
  return conclude({
    value: range.start + mark.share * (range.end - range.start),
    decimals: decimalsFor(span),
    shownDecimals: decimalsOf(settings),
    confidence: mark.confidence,
    frame: {
      area,
      needle: profile.vertical
        ? { from: { x: x1, y }, to: { x: x2, y } }
        : { from: { x, y: y1 }, to: { x, y: y2 } },
    },
  })
}
