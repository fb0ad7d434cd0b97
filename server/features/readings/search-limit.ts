import type { Tx } from '../../db/client.ts'
import { findPageBounds, type Page } from './page-bounds.ts'
import type { Selection } from './selection.ts'

/** So many readings are looked at for a text before an answer says how far it came: some tenths of a second. */
export const maxSearchedRows = 200_000

/** The part of a selection that one answer looks through for a text, and whether there is more beyond. */
export async function limitSearch(
  tx: Tx,
  selection: Selection,
  sort: Page['sort'],
  maxSearched: number,
): Promise<{ part: Selection; isPartial: boolean }> {
  if (selection.search === null) return { part: selection, isPartial: false }
  const { end } = await findPageBounds(tx, selection, { sort, skip: 0, limit: 1, after: null }, maxSearched)
  if (end === null) return { part: selection, isPartial: false }
  const { from, before } = selection.interval
  return {
    part: { ...selection, interval: sort === 'desc' ? { from: end, before } : { from, before: end } },
    isPartial: true,
  }
}
