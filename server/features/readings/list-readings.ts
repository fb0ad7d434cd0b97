import type { Input } from '../../../contract/calls/endpoint.ts'
import type { readingEndpoints } from '../../../contract/readings.ts'
import type { Session } from '../../api/call.ts'
import { cursorPage } from '../../cursor.ts'
import { allQueries } from '../../db/all-queries.ts'
import type { Tx } from '../../db/client.ts'
import { type CountedRow, isConsecutive, withConsumption } from './consumption.ts'
import { findPageBounds, limitSearch, maxSearchedRows, type Page } from './page-bounds.ts'
import { listReadings, type ReadingRow } from './repository.ts'
import { countReadings } from './rollup-counts.ts'
import { type Selection, selectionOf } from './selection.ts'

type Query = Input<(typeof readingEndpoints)['readings']>['query']

/** A page of readings, as it is answered. */
export interface ListedPage {
  rows: CountedRow[]
  count: number
  /** The search stopped at its limit: there may be more rows. */
  partial: boolean
  /** The gaps behind and before its rows. */
  next: string | undefined
  previous: string | undefined
}

/** One page, the total count, and the next page’s cursor. */
export async function listPage(
  tx: Tx,
  session: Pick<Session, 'organizationId' | 'timeZone'>,
  query: Query,
  maxSearched = maxSearchedRows,
): Promise<ListedPage> {
  const selection = await selectionOf(tx, session, query)
  if (selection.meterIds?.length === 0)
    return { rows: [], count: 0, partial: false, next: undefined, previous: undefined }
  const [page, counted] = await allQueries(
    cursorPage(query, gapOf, async (run) => {
      const bounds = await findPageBounds(tx, selection, run, maxSearched)
      const rows = await listReadings(tx, selection, run, bounds)
      return { rows, end: bounds.end && { at: bounds.end, id: 0 } }
    }),
    countOf(tx, selection, query.sort_type ?? 'desc', maxSearched),
  )
  const rows = await withConsumption(tx, session.organizationId, page.rows, isConsecutive(selection))
  return { ...page, ...counted, rows }
}

const gapOf = ({ created_at, id }: ReadingRow) => ({ at: new Date(created_at), id })

/** Of the whole list, wherever the page is. */
async function countOf(tx: Tx, selection: Selection, sort: Page['sort'], maxSearched: number) {
  const { part, isPartial } = await limitSearch(tx, selection, sort, maxSearched)
  return { count: await countReadings(tx, part), partial: isPartial }
}
