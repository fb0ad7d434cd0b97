import { type Digit, type DigitKind, readDigit } from './digits.ts'
import { resolveDrums } from './drums.ts'
import type { Network } from './network.ts'
import { type Floors, objection } from './quality.ts'
import { greyOf } from './resample.ts'
import { conclude, decimalsOf, refuse } from './result.ts'
import { parseArea, parseBoxes } from './settings.ts'
import type { Frame, Models, Picture, ReaderSettings, ReadResult, Reason, Rectangle } from './types.ts'

const FLOORS: Floors = { contrast: 5, sharpness: 0.27 }
/** What remains of the confidence where a drum does not fit its neighbour. */
const MISFIT = 0.7
const CERTAIN = 0.9
const GLARING = 0.3
/** Share of the strongest contrast in a row below which a digit is not lit. */
const UNLIT = 0.35
const MOST_DIGITS = 16

interface Row {
  boxes: Rectangle[]
  area: Rectangle | null
}

/** Reads the drums of a counter. */
export function readCounter(picture: Picture, settings: ReaderSettings, models: Models): ReadResult {
  const row = rowOf(settings)
  if (!row) return refuse('no settings')
  const digits = look(picture, row, 'drum', models.digits)
  const against = firstObjection(digits)
  if (against) return refuse(against, frameOf(row, []))
  const unseen = digits.some((digit) => digit.position === null)
  const drums = resolveDrums(digits.map((digit) => digit.position ?? 0))
  const confidence = Math.min(
    ...digits.map((digit, index) =>
      digit.position === null ? 0 : digit.confidence * (drums.doubtful[index] ? MISFIT : 1),
    ),
  )
  const characters = drums.digits.map((digit, index) =>
    digits[index]?.position === null ? '?' : String(digit),
  )
  const decimals = decimalsOf(settings) ?? 0
  return conclude({
    // As a person writes it down: a last drum under way still counts as the digit it leaves.
    value: unseen ? null : Number(characters.join('')) / 10 ** decimals,
    decimals,
    ocr: characters.join(''),
    confidence,
    reasons: drums.doubtful.includes(true) ? ['between digits'] : doubts(digits, confidence),
    frame: frameOf(row, characters),
  })
}

/** Reads a seven-segment or dot-matrix display. */
export function readDisplay(picture: Picture, settings: ReaderSettings, models: Models): ReadResult {
  const row = rowOf(settings)
  if (!row) return refuse('no settings')
  const digits = darkened(look(picture, row, 'display', models.digits))
  const lit = digits.filter((digit) => digit.position !== null)
  if (lit.length === 0) return refuse(firstObjection(digits) ?? 'unknown', frameOf(row, []))
  const against = firstObjection(lit)
  if (against) return refuse(against, frameOf(row, []))
  const characters = digits.map((digit) => (digit.position === null ? ' ' : String(digit.position)))
  const ocr = characters.join('')
  const whole = /^ *\d+$/.test(ocr)
  const confidence = Math.min(...digits.map((digit) => digit.confidence))
  const decimals = decimalsOf(settings) ?? 0
  return conclude({
    value: whole ? Number(ocr) / 10 ** decimals : null,
    decimals,
    ocr,
    confidence: whole ? confidence : 0,
    reasons: doubts(lit, confidence),
    frame: frameOf(row, characters),
  })
}

/** Reads whatever digits stand in the area of a meter that has no method of its own. */
export function readOther(picture: Picture, settings: ReaderSettings, models: Models): ReadResult {
  return rowOf(settings) ? readDisplay(picture, settings, models) : refuse('unsupported')
}

/** One box a digit: from the settings, else the area in equal parts. */
function rowOf(settings: ReaderSettings): Row | null {
  const parsedArea = settings.area === null ? null : parseArea(settings.area)
  const area = parsedArea?.ok ? parsedArea.value : null
  if (settings.settings !== null) {
    const parsed = parseBoxes(settings.settings)
    return parsed.ok ? { boxes: parsed.value, area } : null
  }
  const count = settings.digitNumber
  if (!area || count === null || !Number.isInteger(count) || count < 1 || count > MOST_DIGITS) return null
  const width = (area.x2 - area.x1) / count
  const boxes = Array.from({ length: count }, (_, index) => ({
    ...area,
    x1: area.x1 + index * width,
    x2: area.x1 + (index + 1) * width,
  }))
  return { boxes, area }
}

function look(picture: Picture, row: Row, kind: DigitKind, network: Network): Digit[] {
  return row.boxes.map((box) => readDigit(network, greyOf(picture, box), kind))
}

/** Digits whose box shows far less contrast than the strongest one are not lit, whatever shape shines through. */
function darkened(digits: readonly Digit[]): Digit[] {
  const strongest = Math.max(...digits.map((digit) => digit.quality.contrast))
  return digits.map((digit) =>
    digit.quality.contrast < UNLIT * strongest ? { ...digit, position: null, confidence: 1 } : digit,
  )
}

function firstObjection(digits: readonly Digit[]): Reason | null {
  for (const digit of digits) {
    const against = objection(digit.quality, FLOORS)
    if (against) return against
  }
  return null
}

/** Why a confidence is low, as far as the picture tells. */
function doubts(digits: readonly Digit[], confidence: number): Reason[] {
  const glaring = digits.some((digit) => digit.quality.saturated > GLARING && digit.confidence < CERTAIN)
  return confidence < CERTAIN && glaring ? ['glare'] : []
}

function frameOf(row: Row, characters: readonly string[]): Partial<Frame> {
  const boxes = row.boxes.map((rectangle, index) => ({ rectangle, text: characters[index] ?? '?' }))
  return { area: row.area, boxes }
}
