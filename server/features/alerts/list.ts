import type { alertEndpoints } from '../../../contract/alerts.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { decodeCursor, encodeCursor } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import { type AlertRow, countAlerts, listAlerts, type Page, timeOf } from './repository.ts'

type Query = Input<(typeof alertEndpoints)['alerts']>['query']

const defaultLimit = 50
const maxLimit = 1000

interface ListedPage {
  rows: AlertRow[]
  count: number
  next: string | undefined
}

/** One page, the total count, and the next page’s cursor. */
export async function listPage(tx: Tx, organizationId: number, query: Query): Promise<ListedPage> {
  const filter = {
    isAlert: query.is_alert,
    isAlerted: query.is_alerted,
    isConfirm: query.is_confirm,
    unitIds: query.meter_unit_ids,
  }
  const limit = Math.min(query.limit ?? defaultLimit, maxLimit)
  const page: Page = {
    by: query.sort_by ?? 'created_at',
    sort: query.sort_type ?? 'desc',
    skip: query.skip ?? 0,
    limit: limit + 1,
    after: decodeCursor(query.after),
  }
  const [rows, count] = await Promise.all([
    listAlerts(tx, organizationId, filter, page),
    countAlerts(tx, organizationId, filter),
  ])
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    rows: rows.slice(0, limit),
    count,
    next: last && encodeCursor({ at: timeOf(last, page.by), id: last.alert.id }),
  }
}
