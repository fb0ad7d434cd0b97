import type { Alert } from '../../../contract/alerts.ts'
import { Failure, route, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { presenterFor } from '../../presenter.ts'
import { confirm } from './confirm.ts'
import { presentAlert } from './present.ts'
import { countAlerts, findAlert, listAlerts } from './repository.ts'

const usualLimit = 50
const greatestLimit = 1000

export const alertRoutes = [
  route('alerts', async ({ tx, session, deps, query }) => {
    const present = presenterFor(deps, session)
    const { organizationId } = session
    const filter = {
      isAlert: query.is_alert,
      isAlerted: query.is_alerted,
      isConfirm: query.is_confirm,
      unitIds: query.meter_unit_ids,
    }
    const [rows, count] = await Promise.all([
      listAlerts(tx, organizationId, filter, {
        by: query.sort_by ?? 'created_at',
        sort: query.sort_type ?? 'desc',
        skip: query.skip ?? 0,
        limit: Math.min(query.limit ?? usualLimit, greatestLimit),
      }),
      countAlerts(tx, organizationId, filter),
    ])
    return { data: rows.map((row) => presentAlert(row, present)), count }
  }),
  route('alert', async ({ tx, session, deps, params }) => ({
    data: await one(deps, session, tx, params.id),
  })),
  route('updateAlert', async ({ tx, session, deps, params, body }) => {
    await confirm(deps, session, tx, params.id, body)
    return { data: await one(deps, session, tx, params.id) }
  }),
]

async function one(deps: Deps, session: Session, tx: Tx, id: number): Promise<Alert> {
  const row = await findAlert(tx, session.organizationId, id)
  if (row === undefined) throw new Failure('not_found')
  return presentAlert(row, presenterFor(deps, session))
}
