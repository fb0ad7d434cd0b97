import type { Input } from '../../../contract/endpoint.ts'
import type { readingEndpoints } from '../../../contract/readings.ts'
import type { Session } from '../../api/call.ts'
import { decodeCursor, encodeCursor } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import { findPageBounds, limitSearch, maxSearchedRows, type Page } from './page-bounds.ts'
import { listReadings, type ReadingRow } from './repository.ts'
import { countReadings } from './rollups.ts'
import { type Selection, selectionOf } from './selection.ts'

type Query = Input<(typeof readingEndpoints)['readings']>['query']

const defaultLimit = 50
const maxLimit = 1000

export interface ListedPage {
  rows: ReadingRow[]
  count: number
  /** The search stopped at its limit: there may be more rows. */
  partial: boolean
  next: string | undefined
}

/** One page, the total count, and the next page’s cursor. */
export async function listPage(
  tx: Tx,
  session: Pick<Session, 'organizationId' | 'timeZone'>,
  query: Query,
  maxSearched = maxSearchedRows,
): Promise<ListedPage> {
  const selection = await selectionOf(tx, session, query)
  const limit = Math.min(query.limit ?? defaultLimit, maxLimit)
  const page: Page = {
    sort: query.sort_type ?? 'desc',
    skip: query.skip ?? 0,
    limit: limit + 1,
    after: decodeCursor(query.after),
  }
  if (selection.meterIds?.length === 0) return { rows: [], count: 0, partial: false, next: undefined }
  const [{ place, rows }, counted] = await Promise.all([
    rowsOf(tx, selection, page, maxSearched),
    countOf(tx, selection, page, maxSearched),
  ])
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const stopped = last === undefined && place.end !== null ? { at: place.end, id: 0 } : undefined
  const reached = last === undefined ? stopped : { at: new Date(last.created_at), id: last.id }
  return {
    rows: rows.slice(0, limit),
    ...counted,
    next: reached && encodeCursor(reached),
  }
}

async function rowsOf(tx: Tx, selection: Selection, page: Page, maxSearched: number) {
  const place = await findPageBounds(tx, selection, page, maxSearched)
  return { place, rows: await listReadings(tx, selection, page, place) }
}

/** Of the whole list, wherever the page is. */
async function countOf(tx: Tx, selection: Selection, page: Page, maxSearched: number) {
  const { part, isPartial } = await limitSearch(tx, selection, page.sort, maxSearched)
  return { count: await countReadings(tx, part), partial: isPartial }
}
