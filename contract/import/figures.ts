import { maxValue } from '../../text/limits.ts'
import { failed, matchingText, type Parsed, type Proposal } from './parsed.ts'

const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)$/
const grouped = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/
const minus = /^[−‐–ー▲△]\s*/
/** What people write where there is no figure. */
const blanks = /^(?:[-−‐–ー*.]+|なし|無し|未検針|不明|欠測|n\/a)$/i
/** Digits that a number keeps exactly, whatever its decimals. */
const maxDigits = 15

/** Limits of a figure; decimals are allowed unless it is an integer. */
export interface FigureLimits {
  least?: number
  most?: number
  isInteger?: boolean
}

/**
 * Parses a figure: full-width digits, commas between groups of three, ▲ and △ for minus. Anything else has a problem,
 * with the figure that it could be: a unit behind it, a comma for the decimals or anywhere, parentheses for minus, an
 * exponent, a word for no figure.
 */
export function parseFigure(text: string, limits: FigureLimits = {}): Parsed<number | null> {
  const written = matchingText(text).replace(minus, '-')
  if (plain.test(written) || grouped.test(written)) return withinLimits(written.replaceAll(',', ''), limits)
  if (blanks.test(matchingText(text)))
    return { problem: 'not_a_number', proposals: proposing('no_value', null) }
  const proposals = readings(written).flatMap(({ repair, value }) => {
    const parsed = withinLimits(value, limits)
    return 'value' in parsed ? [{ repair, value: parsed.value }] : []
  })
  return { problem: proposals.length > 1 ? 'ambiguous' : 'not_a_number', proposals }
}

const proposing = <T>(repair: Proposal<T>['repair'], value: T): Proposal<T>[] => [{ repair, value }]

function readings(text: string): Proposal<string>[] {
  const [, enclosed = ''] = /^\((.+)\)$/.exec(text) ?? []
  if (plain.test(enclosed) || grouped.test(enclosed))
    return proposing('parentheses_negative', `-${enclosed.replaceAll(',', '')}`)
  if (/^[+-]?\d+(?:\.\d+)?e[+-]?\d{1,2}$/i.test(text)) return proposing('exponent', text)
  const decimal = /^[+-]?\d+,\d+$/.test(text) ? proposing('decimal_comma', text.replace(',', '.')) : []
  if (/^[+-]?\d[\d,]*(?:\.\d*)?$/.test(text))
    return [...decimal, { repair: 'without_commas', value: text.replaceAll(',', '') }]
  const [, figure = ''] = /^([+-]?\d[\d,]*(?:\.\d*)?)\s*[^\d\s.,()+-][^\d.,()+-]{0,8}\d?$/u.exec(text) ?? []
  if (plain.test(figure) || grouped.test(figure)) return proposing('without_unit', figure.replaceAll(',', ''))
  return []
}

function withinLimits(text: string, { least, most, isInteger }: FigureLimits): Parsed<number> {
  const value = Number(text)
  const digits = text.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '')
  if (Math.abs(value) > maxValue) return failed('out_of_range')
  if (digits.length > maxDigits) return failed('too_precise')
  if (isInteger && !Number.isInteger(value)) return failed('not_an_integer')
  if ((least !== undefined && value < least) || (most !== undefined && value > most))
    return failed('out_of_range')
  return { value: value === 0 ? 0 : value }
}
