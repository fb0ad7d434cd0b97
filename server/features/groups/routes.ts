import type { Group } from '../../../contract/groups.ts'
import { route } from '../../api/call.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { type GroupRow, listGroups } from './repository.ts'
import { createGroup, updateGroup } from './service.ts'

export const groupRoutes = [
  route('groups', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    const rows = await listGroups(tx, session.organizationId)
    return { data: rows.map((row) => presentGroup(row, present)) }
  }),
  route('createGroup', async ({ tx, session, deps, body }) => {
    const row = await createGroup(session, tx, body, deps.clock())
    return { status: 201, data: presentGroup(row, presenterFor(deps, session)) }
  }),
  route('updateGroup', async ({ tx, session, deps, params, body }) => {
    const row = await updateGroup(session, tx, params.id, body, deps.clock())
    return { data: presentGroup(row, presenterFor(deps, session)) }
  }),
]

const presentGroup = (row: GroupRow, present: Presenter): Group => ({
  id: row.id,
  name: row.name,
  description: row.description,
  organization_id: row.organizationId,
  created_at: present.instant(row.createdAt),
  updated_at: present.instant(row.updatedAt),
})
