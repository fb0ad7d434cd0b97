import type { Maintenance } from '../../../contract/alert-rules/maintenances.ts'
import { route } from '../../api/call.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { listMaintenances, type MaintenanceRow } from './repository.ts'
import { endMaintenance, updateMaintenance } from './service.ts'

export const maintenanceRoutes = [
  route('maintenances', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    const rows = await listMaintenances(tx, session.organizationId, deps.clock())
    return { data: rows.map((row) => presentMaintenance(row, present)) }
  }),
  route('updateMaintenance', async ({ tx, session, deps, params, body }) => {
    const row = await updateMaintenance(session, tx, params.id, body, deps.clock())
    return { data: presentMaintenance(row, presenterFor(deps, session)) }
  }),
  route('endMaintenance', async ({ tx, session, deps, params: { id } }) => ({
    data: { id, occurring_alerts: await endMaintenance(session, tx, id, deps.clock()) },
  })),
]

const presentMaintenance = (
  { maintenance, groupName, startedBy }: MaintenanceRow,
  { instant }: Presenter,
): Maintenance => ({
  group_id: maintenance.groupId,
  group_name: groupName,
  reason: maintenance.reason,
  started_at: instant(maintenance.startedAt),
  started_by: startedBy,
  ends_at: instant(maintenance.endsAt),
})
