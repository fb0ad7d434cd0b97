import type { Tx } from '../../db/client.ts'
import { findPageBounds, type Page } from './page-bounds.ts'
import type { Selection } from './selection.ts'

/** Rows that one answer searches for a text: some tenths of a second. */
export const maxSearchedRows = 200_000

/** The part of a selection that one answer searches, and whether there is more. */
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
