import { route } from '../../api/call.ts'
import { presenterFor } from '../../presenter.ts'
import { listGroups } from './repository.ts'

export const groupRoutes = [
  route('groups', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    const rows = await listGroups(tx, session.organizationId)
    return {
      data: rows.map((row) => ({
        id: row.id,
        name: row.name,
        description: row.description,
        organization_id: row.organizationId,
        created_at: present.instant(row.createdAt),
        updated_at: present.instant(row.updatedAt),
      })),
    }
  }),
]
