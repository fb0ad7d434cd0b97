/** A value while it is edited digit by digit: its text, and which character is chosen; the length: behind the last. */
export interface Draft {
  text: string
  at: number
}

const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character)

/** The nearest digit in a direction, or the end of the text. */
function digitFrom(text: string, from: number, step: 1 | -1): number {
  for (let at = from; at >= 0 && at < text.length; at += step) if (isDigit(text[at])) return at
  return step > 0 ? text.length : text.search(/\d|$/)
}

export const draftOf = (text: string): Draft => ({ text, at: digitFrom(text, 0, 1) })

/** `figures`: how many digits the counter shows; null: not known. */
export function padded(text: string, figures: number | null): string {
  const [sign = '', digits = ''] = text.startsWith('-') ? ['-', text.slice(1)] : ['', text]
  const missing = figures === null || text === '' ? 0 : figures - digits.replace('.', '').length
  return sign + '0'.repeat(Math.max(0, missing)) + digits
}

/** Chooses the digit before or after. */
export const moved = ({ text, at }: Draft, step: 1 | -1): Draft => ({
  text,
  at: digitFrom(text, at + step, step),
})

/** Turns the chosen digit on, as a drum: 9 is followed by 0. */
export function stepped(draft: Draft, step: 1 | -1): Draft {
  const { text, at } = draft
  if (!isDigit(text[at])) return draft
  return { text: text.slice(0, at) + ((Number(text[at]) + step + 10) % 10) + text.slice(at + 1), at }
}

/** Types a digit over the chosen one, a decimal point behind the last, or a minus sign. */
export function typed(draft: Draft, key: string): Draft {
  const { text, at } = draft
  if (key === '-') {
    const isNegative = text.startsWith('-')
    return isNegative ? { text: text.slice(1), at: Math.max(0, at - 1) } : { text: `-${text}`, at: at + 1 }
  }
  if (key === '.') return at < text.length || text.includes('.') ? draft : { text: `${text}.`, at: at + 1 }
  const next = text.slice(0, at) + key + text.slice(at + 1)
  return { text: next, at: digitFrom(next, at + 1, 1) }
}

/** Removes the last character. */
export const shortened = ({ text }: Draft): Draft => ({
  text: text.slice(0, -1),
  at: Math.max(0, text.length - 1),
})
