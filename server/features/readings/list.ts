import type { Input } from '../../../contract/endpoint.ts'
import type { readingEndpoints } from '../../../contract/readings.ts'
import type { Session } from '../../api/call.ts'
import { cursorOf, printCursor } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import { type Page, placeOf } from './page-bounds.ts'
import { listReadings, type ReadingRow } from './repository.ts'
import { searchedPart, searchedRows } from './search-limit.ts'
import { type Selection, selectionOf } from './selection.ts'
import { countReadings } from './rollups.ts'

type Query = Input<(typeof readingEndpoints)['readings']>['query']

const usualLimit = 50
const greatestLimit = 1000

/** A page of readings, as it is answered. */
export interface ListedPage {
  rows: ReadingRow[]
  count: number
  /** The count is of what was looked through for a text; there may be more beyond. */
  partial: boolean
  /** Where the next page begins. */
  next: string | undefined
}

/** One page, how many rows the filters select in all, and where the next page begins. */
export async function listPage(
  tx: Tx,
  session: Pick<Session, 'organizationId' | 'timeZone'>,
  query: Query,
  mostSearched = searchedRows,
): Promise<ListedPage> {
  const selection = await selectionOf(tx, session, query)
  const limit = Math.min(query.limit ?? usualLimit, greatestLimit)
  const page: Page = {
    sort: query.sort_type ?? 'desc',
    skip: query.skip ?? 0,
    limit: limit + 1,
    after: cursorOf(query.after),
  }
  if (selection.meterIds?.length === 0) return { rows: [], count: 0, partial: false, next: undefined }
  const [{ place, rows }, counted] = await Promise.all([
    rowsOf(tx, selection, page, mostSearched),
    countOf(tx, selection, page, mostSearched),
  ])
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const stopped = last === undefined && place.end !== null ? { at: place.end, id: 0 } : undefined
  const reached = last === undefined ? stopped : { at: new Date(last.created_at), id: last.id }
  return {
    rows: rows.slice(0, limit),
    ...counted,
    next: reached && printCursor(reached),
  }
}

async function rowsOf(tx: Tx, selection: Selection, page: Page, mostSearched: number) {
  const place = await placeOf(tx, selection, page, mostSearched)
  return { place, rows: await listReadings(tx, selection, page, place) }
}

/** The whole list’s, wherever the page lies. */
async function countOf(tx: Tx, selection: Selection, page: Page, mostSearched: number) {
  const { part, isPartial } = await searchedPart(tx, selection, page.sort, mostSearched)
  return { count: await countReadings(tx, part), partial: isPartial }
}
