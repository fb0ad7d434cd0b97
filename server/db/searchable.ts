import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { fold, searchText } from '../../text/searchText.ts'

/** `searchText` of the contract in SQL. */
export const searchable = (text: SQLWrapper): SQL =>
  sql`lower(translate(normalize(regexp_replace(${text}, ${fold.invisible}, '', 'g'), NFKC), ${fold.letters}, ${fold.replacements}))`

/** Whether a text contains what was typed, however it is written. Undefined: nothing was typed. */
export function contains(text: SQLWrapper, typed: string | undefined): SQL | undefined {
  const searched = searchText(typed ?? '').trim()
  return searched === '' ? undefined : sql`position(${searched} in ${searchable(text)}) > 0`
}
