import { route } from '../../api/call.ts'
import { presenterFor } from '../../presenter.ts'
import { listInspections } from './repository.ts'

export const inspectionRoutes = [
  route('inspections', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    const rows = await listInspections(tx, session.organizationId)
    return {
      data: rows.map((row) => ({
        id: row.id,
        name: row.name,
        organization_id: row.organizationId,
        updated_at: present.instant(row.updatedAt),
      })),
    }
  }),
]
