import { isPlainAscii } from '../../text/plainText.ts'

/** Why a cell has no value. */
export type CellProblem =
  | 'not_a_number'
  | 'not_an_integer'
  | 'out_of_range'
  /** More digits than are kept exactly. */
  | 'too_precise'
  | 'not_a_date'
  | 'date_unknown'
  /** The year of an era that had ended, or not begun. */
  | 'outside_era'
  | 'not_a_choice'
  | 'text_invalid'
  /** An error of a spreadsheet, such as #N/A. */
  | 'spreadsheet_error'
  /** Several readings are possible, and a person has to choose. */
  | 'ambiguous'
  | 'time_missing'

/** How a person may decide that the cells of a column are read, by one press for all of them. */
export const repairs = [
  'excel_1900',
  'excel_1904',
  'two_digit_year',
  'reiwa_year',
  'month_first',
  'day_first',
  'next_era',
  'start_of_day',
  'noon',
  'end_of_day',
  'without_unit',
  'decimal_comma',
  'without_commas',
  'parentheses_negative',
  'exponent',
  'no_value',
  'similar_name',
  'match_by_name',
  'same_as_above',
] as const
export type Repair = (typeof repairs)[number]

export interface Proposal<T> {
  repair: Repair
  value: T
}

/** What a cell says: a value, or why it has none, with what it could say. */
export type Parsed<T> = { value: T } | { problem: CellProblem; proposals: readonly Proposal<T>[] }

export const isParsed = <T>(parsed: Parsed<T>): parsed is { value: T } => 'value' in parsed

export const failed = <P extends string = CellProblem>(problem: P) => ({ problem, proposals: [] })

/** Returns the value that a chosen repair gives, else what was parsed. */
export function repaired<T>(parsed: Parsed<T>, chosen: readonly Repair[]): Parsed<T> {
  if (isParsed(parsed)) return parsed
  return parsed.proposals.find(({ repair }) => chosen.includes(repair)) ?? parsed
}

/** Returns the text for reading figures, days and choices: in NFKC, without spaces around it. Names keep theirs. */
export const matchingText = (text: string): string =>
  (isPlainAscii(text) ? text : text.normalize('NFKC')).trim()

/** What spreadsheets show for a formula that failed. */
export const isSpreadsheetError = (text: string): boolean =>
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$/.test(text.trim())

/** Clears a field; an empty cell leaves it unchanged. Most texts are others, and need no normalization to say so. */
export const isClearing = (text: string): boolean => text.includes('消す') && matchingText(text) === '(消す)'
