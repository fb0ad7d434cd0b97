import { searchText } from '../../../text/searchText.ts'

/** For comparison: width and case are ignored. */
export const normalizeText = (text: string): string => text.normalize('NFKC').toLocaleLowerCase('ja')

/** The part of the text that matches `typed`; null without match. */
export function findMatch(text: string, typed: string): string | null {
  const sought = searchText(typed)
  const begin = sought === '' ? -1 : searchText(text).indexOf(sought)
  if (begin < 0) return null
  const end = begin + sought.length
  // Lengths change with normalization.
  const plainLength = (letters: number) => searchText(text.slice(0, letters)).length
  const lastWithin = (max: number) => {
    let letters = text.length
    while (plainLength(letters) > max) letters -= 1
    return letters
  }
  const last = lastWithin(end)
  return text.slice(lastWithin(begin), plainLength(last) < end ? last + 1 : last)
}
