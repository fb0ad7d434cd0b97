import { plainText } from '../../../text/plainText.ts'
import { isInCp932 } from './cp932.ts'

/** A character, with the marks that belong to it, and what is written for it. */
export interface Replacement {
  character: string
  text: string
}

/** A character that CP932 lacks, and where it is: row 0 is the head. */
export interface LackingCharacter {
  character: string
  cells: { row: number; column: number; text: string }[]
}

/** Printers' mark for a character that they lack. */
const geta = '〓'

/** The same characters under other code points in CP932, which normalization does not find. */
const counterparts = new Map([
  // Wave dash, minus, double vertical line, em dash.
  [0x301c, 0xff5e],
  [0x2212, 0xff0d],
  [0x2016, 0x2225],
  [0x2014, 0x2015],
  // Yen, cent, pound, not.
  [0xa5, 0xffe5],
  [0xa2, 0xffe0],
  [0xa3, 0xffe1],
  [0xac, 0xffe2],
  // ゔ and ヴ
  [0x3094, 0x30f4],
])

const counterpartOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  return String.fromCodePoint(counterparts.get(code) ?? code)
}

/** Proposes what to write for a character: what reads alike, without accents if need be, else 〓. */
export function proposeReplacement(character: string): string {
  const known = Array.from(character, counterpartOf).join('')
  const plain = plainText(known)
  const bare = plain.normalize('NFKD').replace(/\p{M}/gu, '')
  return [known, plain, bare].find(isInCp932) ?? geta
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' })
const charactersOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Returns the characters of a table that CP932 lacks, in the order in which they appear. */
export function findLackingCharacters(cells: readonly (readonly string[])[]): LackingCharacter[] {
  const found = new Map<string, LackingCharacter>()
  for (const [row, line] of cells.entries()) {
    for (const [column, text] of line.entries()) {
      if (isInCp932(text)) continue
      for (const character of new Set(charactersOf(text))) {
        if (isInCp932(character)) continue
        const known = found.get(character) ?? { character, cells: [] }
        known.cells.push({ row, column, text })
        found.set(character, known)
      }
    }
  }
  return [...found.values()]
}

export function replaceCharacters(
  cells: readonly (readonly string[])[],
  replacements: readonly Replacement[],
): string[][] {
  const texts = new Map(replacements.map(({ character, text }) => [character, text]))
  const replaced = (text: string) =>
    charactersOf(text)
      .map((character) => texts.get(character) ?? character)
      .join('')
  return cells.map((line) => line.map((text) => (isInCp932(text) ? text : replaced(text))))
}
