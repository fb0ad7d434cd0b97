import type { alertEndpoints } from '../../../contract/alerts.ts'
import type { Input } from '../../../contract/calls/endpoint.ts'
import type { Session } from '../../api/call.ts'
import { cursorPage } from '../../cursor.ts'
import { allQueries } from '../../db/all-queries.ts'
import type { Tx } from '../../db/client.ts'
import { intervalOf } from '../../interval.ts'
import { type AlertRow, countAlerts, listAlerts, timeOf } from './repository.ts'

type Query = Input<(typeof alertEndpoints)['alerts']>['query']

/** A page of alerts, as it is answered. */
interface ListedPage {
  rows: AlertRow[]
  count: number
  /** The gaps behind and before its rows. */
  next: string | undefined
  previous: string | undefined
}

/** One page, how many alerts the filters select in all, and where the next page begins. */
export async function listPage(
  tx: Tx,
  { organizationId, userId, timeZone }: Pick<Session, 'organizationId' | 'userId' | 'timeZone'>,
  query: Query,
): Promise<ListedPage> {
  const filter = {
    isAlert: query.is_alert,
    isAlerted: query.is_alerted,
    isConfirm: query.is_confirm,
    isWorsened: query.is_worsened,
    meterIds: query.meter_ids,
    unitIds: query.meter_unit_ids,
    groupIds: query.meter_group_ids,
    began: query.created_span && intervalOf(query.created_span, timeZone, 'created_span'),
    measured: query.measured_span && intervalOf(query.measured_span, timeZone, 'measured_span'),
    confirmedBy: query.confirmed_by,
    assigneeId: query.assignee === 'me' ? userId : query.assignee === 'none' ? null : query.assignee,
  }
  const by = query.sort_by ?? 'created_at'
  const gapOf = (row: AlertRow) => ({ at: timeOf(row, by), id: row.alert.id })
  const [page, count] = await allQueries(
    cursorPage(query, gapOf, async (run) => ({
      rows: await listAlerts(tx, organizationId, filter, { ...run, by }),
    })),
    countAlerts(tx, organizationId, filter),
  )
  return { ...page, count }
}
