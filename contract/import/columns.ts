import { unescapeFormula } from '../../text/formulaText.ts'
import { textLimit } from '../../text/limits.ts'
import { plainText } from '../../text/plainText.ts'
import { parseDay, parseTime } from './dates.ts'
import { type FigureLimits, parseFigure } from './figures.ts'
import type { ImportTarget } from './importTargets.ts'
import { failed, isSpreadsheetError, matchingText, type Parsed } from './parsed.ts'

export type ImportValue = string | number | boolean | null

/** Lists whose names, or 管理番号, a column refers to. */
export type ReferenceList =
  | 'meters'
  | 'devices'
  | 'units'
  | 'categories'
  | 'groups'
  | 'inspections'
  | 'cost_bearers'

/** A column that can be imported. */
export interface ImportColumn {
  key: string
  /** As in the CSV file of the list, or of the form if the list lacks it. */
  label: string
  /** Other names that headers have for it. */
  synonyms: readonly string[]
  /** Whether a new row needs it. */
  isRequired: boolean
  /** Whether `（消す）` empties it. */
  isClearable: boolean
  parse: (text: string) => Parsed<ImportValue>
  /** The list that its text is looked up in, by name. */
  reference?: ReferenceList
  /** Rows below each other often have the same, written once in a merged cell. */
  isRepeated?: boolean
  /** The words that it can contain, with their values. */
  words?: Readonly<Record<string, ImportValue>>
}

/** What can be imported by one file. */
export interface ImportNoun {
  name: ImportTarget
  columns: readonly ImportColumn[]
  /** The column by which a row is known. */
  key: string
  /** The column that proposes which row is meant where the key is empty; null: there is none. */
  nameKey: string | null
}

type Options = Partial<
  Pick<ImportColumn, 'synonyms' | 'isRequired' | 'isClearable' | 'isRepeated' | 'reference' | 'words'>
>

function column(key: string, label: string, parse: ImportColumn['parse'], options: Options): ImportColumn {
  const checked = (text: string) => (isSpreadsheetError(text) ? failed('spreadsheet_error') : parse(text))
  return {
    key,
    label,
    parse: checked,
    synonyms: [],
    isRequired: false,
    isClearable: !options.isRequired,
    ...options,
  }
}

/** A text as it is stored: as written, without spaces around it. */
function parseText(text: string, isMultiline: boolean): Parsed<string> {
  const value = unescapeFormula(text).trim()
  const isPlain = isMultiline || !/[\p{Cc}\u2028\u2029]/u.test(value)
  return isPlain && value.length <= textLimit ? { value } : failed('text_invalid')
}

export const textColumn = (key: string, label: string, options: Options = {}): ImportColumn =>
  column(key, label, (text) => parseText(text, false), options)

export const multilineColumn = (key: string, label: string, options: Options = {}): ImportColumn =>
  column(key, label, (text) => parseText(text, true), options)

/** A code is one, in whatever width it is typed. */
export const codeColumn = (key: string, label: string, options: Options = {}): ImportColumn =>
  column(key, label, (text) => parseText(plainText(unescapeFormula(text)), false), options)

export const figureColumn = (
  key: string,
  label: string,
  limits: FigureLimits,
  options: Options = {},
): ImportColumn => column(key, label, (text) => parseFigure(text, limits), options)

export const dayColumn = (key: string, label: string, options: Options = {}): ImportColumn =>
  column(key, label, parseDay, options)

export const timeColumn = (key: string, label: string, options: Options = {}): ImportColumn =>
  column(key, label, parseTime, options)

/** A column of a few words, each with its value. */
export function choiceColumn(
  key: string,
  label: string,
  words: Readonly<Record<string, ImportValue>>,
  options: Options = {},
): ImportColumn {
  const values = new Map(Object.entries(words).map(([word, value]) => [matchingText(word), value]))
  const parse = (text: string): Parsed<ImportValue> => {
    const value = values.get(matchingText(text))
    return value === undefined ? failed('not_a_choice') : { value }
  }
  return column(key, label, parse, { isClearable: false, words, ...options })
}
