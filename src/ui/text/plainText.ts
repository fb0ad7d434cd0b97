import { searchText } from '../../../contract/searchText.ts'

/** A name as it is told from others: full and half width, capital and small letters do not tell two apart. */
export const plainText = (text: string): string => text.normalize('NFKC').toLocaleLowerCase('ja')

/** What a search for `typed` finds in a text, as it is written there; null where it finds nothing. */
export function foundIn(text: string, typed: string): string | null {
  const sought = searchText(typed)
  const begin = sought === '' ? -1 : searchText(text).indexOf(sought)
  if (begin < 0) return null
  const end = begin + sought.length
  // One letter may be several in the other width, and several one.
  const plainLength = (letters: number) => searchText(text.slice(0, letters)).length
  const lastWithin = (most: number) => {
    let letters = text.length
    while (plainLength(letters) > most) letters -= 1
    return letters
  }
  const last = lastWithin(end)
  return text.slice(lastWithin(begin), plainLength(last) < end ? last + 1 : last)
}
