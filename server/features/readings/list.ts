import type { Input } from '../../../contract/endpoint.ts'
import type { readingEndpoints } from '../../../contract/readings.ts'
import type { Session } from '../../api/call.ts'
import { pageOf } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import { type Page, placeOf } from './place.ts'
import { listReadings, type ReadingRow } from './repository.ts'
import { searchedPart, searchedRows } from './search.ts'
import { type Selection, selectionOf } from './selection.ts'
import { countReadings } from './tallies.ts'

type Query = Input<(typeof readingEndpoints)['readings']>['query']

/** A page of readings, as it is answered. */
export interface ListedPage {
  rows: ReadingRow[]
  count: number
  /** The count is of what was looked through for a text; there may be more beyond. */
  partial: boolean
  /** The gaps behind and before its rows. */
  next: string | undefined
  previous: string | undefined
}

/** One page, how many rows the filters select in all, and where the next page begins. */
export async function listPage(
  tx: Tx,
  session: Pick<Session, 'organizationId' | 'timeZone'>,
  query: Query,
  mostSearched = searchedRows,
): Promise<ListedPage> {
  const selection = await selectionOf(tx, session, query)
  if (selection.meterIds?.length === 0)
    return { rows: [], count: 0, partial: false, next: undefined, previous: undefined }
  const [page, counted] = await Promise.all([
    pageOf(query, gapOf, async (run) => {
      const place = await placeOf(tx, selection, run, mostSearched)
      const rows = await listReadings(tx, selection, run, place)
      return { rows, end: place.end && { at: place.end, id: 0 } }
    }),
    countOf(tx, selection, query.sort_type ?? 'desc', mostSearched),
  ])
  return { ...page, ...counted }
}

const gapOf = ({ created_at, id }: ReadingRow) => ({ at: new Date(created_at), id })

/** The whole list’s, wherever the page lies. */
async function countOf(tx: Tx, selection: Selection, sort: Page['sort'], mostSearched: number) {
  const { part, isPartial } = await searchedPart(tx, selection, sort, mostSearched)
  return { count: await countReadings(tx, part), partial: isPartial }
}
