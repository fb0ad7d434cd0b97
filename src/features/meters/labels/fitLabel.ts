/** A text of a label, in the order of importance. */
export interface LabelText {
  kind: 'name' | 'code' | 'place'
  text: string
  /** Size of the font in millimetres; before fitting, the one where all texts have room. */
  size: number
}

export interface FittedLabel {
  /** With line breaks. */
  texts: LabelText[]
  /** Even in the smallest font the texts do not fit: ends are left out. */
  isCut: boolean
}

interface Box {
  width: number
  height: number
}

/** Returns the width of a text in units of its font's size. */
export type Measure = (text: string) => number

export const lineHeight = 1.25
/** Four points, in millimetres; smaller print is not readable. */
const smallest = 1.4
const step = 0.95

/** Wraps the texts at the largest sizes at which they fit. Text that does not fit at the smallest size ends with …. */
export function fitLabel(texts: readonly LabelText[], box: Box, measure: Measure): FittedLabel {
  const parts = texts
    .filter(({ text }) => text !== '')
    .map(({ text, ...part }) => ({ ...part, units: unitsOf(text) }))
  for (let scale = 1; ; scale *= step) {
    const wrapped = parts.map(({ kind, units, size: most }) => {
      const size = Math.max(smallest, most * scale)
      return { kind, size, lines: wrap(units, box.width / size, measure) }
    })
    const height = wrapped.reduce((sum, { size, lines }) => sum + lines.length * size * lineHeight, 0)
    if (height <= box.height) return { texts: wrapped.map(joined), isCut: false }
    if (wrapped.every(({ size }) => size === smallest))
      return { texts: cut(wrapped, box, measure).map(joined), isCut: true }
  }
}

interface Wrapped extends Omit<LabelText, 'text'> {
  lines: string[]
}

const joined = ({ lines, ...part }: Wrapped): LabelText => ({ ...part, text: lines.join('\n') })

/** Leaves each text a line, and the rest to the first ones. */
function cut(parts: readonly Wrapped[], box: Box, measure: Measure): Wrapped[] {
  let room = Math.floor(box.height / (smallest * lineHeight)) - parts.length
  return parts.map((part) => {
    const count = 1 + Math.min(room, part.lines.length - 1)
    room -= count - 1
    if (count === part.lines.length) return part
    let last = part.lines[count - 1] ?? ''
    while (measure(`${last}…`) > box.width / part.size) last = [...last].slice(0, -1).join('')
    return { ...part, lines: [...part.lines.slice(0, count - 1), `${last}…`] }
  })
}

const words = new Intl.Segmenter('ja', { granularity: 'word' })
const closing = /^[\p{Pe}\p{Pf}、。，．・：；！？ー]/u
const opening = /[\p{Ps}\p{Pi}]$/u

/** Returns what stays together in a line: words with their punctuation and brackets. */
function unitsOf(text: string): string[] {
  const units: string[] = []
  for (const { segment } of words.segment(text)) {
    const before = units.at(-1)
    if (before !== undefined && before !== '\n' && (closing.test(segment) || opening.test(before)))
      units[units.length - 1] = before + segment
    else units.push(segment)
  }
  return units
}

/** Breaks between units, and within one that is wider than a line. */
function wrap(units: readonly string[], width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  const end = () => {
    if (line.trim() !== '') lines.push(line.trim())
    line = ''
  }
  for (const unit of units) {
    if (measure((line + unit).trim()) > width) end()
    if (measure(unit) <= width) line += unit
    else {
      for (const letter of unit) {
        if (measure(line + letter) > width) end()
        line += letter
      }
    }
    if (unit === '\n') end()
  }
  end()
  return lines
}
