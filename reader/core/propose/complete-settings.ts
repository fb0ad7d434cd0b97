import { arctangent2 } from '../math.ts'
import { MIN_CONFIDENCE, type PictureResult } from '../result.ts'
import { parseArea, printArea, printBoxes } from '../settings.ts'
import type { Models, Picture, Point, ReaderSettings } from '../types.ts'
import { type Proposal, propose } from './propose.ts'

interface Completed {
  settings: ReaderSettings
  /** Confidence in them, 0..1: 1 where they were given. */
  share: number
}

/** Minimum confidence of a proposal used for reading. */
const SURE = 0.8

/**
 * Fills missing settings with a confident proposal. Digits in a special or other meter are read as what they
 * look like, drums or a display.
 */
export function completeSettings(picture: Picture, settings: ReaderSettings, models: Models): Completed {
  const given = { settings, share: 1 }
  if (!lacking(settings)) return given
  const parsed = settings.area === null ? null : parseArea(settings.area)
  if (parsed?.ok === false) return given
  const wanted = { ...settings, area: parsed?.value ?? null }
  const proposal = propose(picture, wanted, models)
  if (proposal.confidence < SURE) return given
  return { settings: withProposal(picture, settings, proposal), share: proposal.confidence }
}

function lacking({ type, settings, area, range }: ReaderSettings): boolean {
  if (type === 5 || type === 6) return area === null && range !== null
  if (type === 0 || type === 1) return settings === null && range !== null
  return settings === null
}

function withProposal(picture: Picture, settings: ReaderSettings, proposal: Proposal): ReaderSettings {
  const { axis, radius, pins, boxes, area, kind } = proposal
  if (axis) {
    const scale = pins.map(({ point, value }) => `${angleFrom(picture, axis, point)}:${value}`).join(',')
    return { ...settings, settings: scale, axis, radius }
  }
  if (boxes.length === 0) return { ...settings, area: area && printArea(area) }
  const type = settings.type === 4 || settings.type === 99 ? (kind === 'drum' ? 3 : 7) : settings.type
  return { ...settings, type, settings: printBoxes(boxes) }
}

/** Degrees clockwise from twelve o'clock, to a tenth. */
function angleFrom(picture: Picture, axis: Point, point: Point): number {
  const right = (point.x - axis.x) * picture.width
  const up = (axis.y - point.y) * picture.height
  const degrees = (arctangent2(right, up) * 180) / Math.PI
  return Math.round(10 * (degrees < 0 ? degrees + 360 : degrees)) / 10
}

/**
 * Lowers the confidence and drops the candidates: earlier readings must not resolve digits whose boxes are
 * uncertain.
 */
export function scaleConfidence(seen: PictureResult, share: number): PictureResult {
  if (share === 1) return seen
  const confidence = Math.round(1000 * share * seen.confidence) / 1000
  if (confidence >= MIN_CONFIDENCE) return { ...seen, confidence, candidates: null }
  return {
    ...seen,
    confidence,
    candidates: null,
    value: null,
    position: null,
    reasons: seen.reasons.length > 0 ? seen.reasons : ['unknown'],
    frame: { ...seen.frame, text: null },
  }
}
