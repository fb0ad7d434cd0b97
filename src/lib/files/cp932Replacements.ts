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
const counterparts: Readonly<Record<string, string>> = {
  '\u301c': '～',
  '\u2212': '－',
  '\u2016': '∥',
  '\u2014': '―',
  '\u00a5': '￥',
  '\u00a2': '￠',
  '\u00a3': '￡',
  '\u00ac': '￢',
  '\u3094': 'ヴ',
}

/** Proposes what to write for a character: what reads alike, without accents if need be, else 〓. */
export function proposeReplacement(character: string): string {
  const known = Array.from(character, (each) => counterparts[each] ?? each).join('')
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
