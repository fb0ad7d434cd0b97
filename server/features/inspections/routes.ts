import type { Inspection } from '../../../contract/inspections.ts'
import { route } from '../../api/call.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { type InspectionRow, listInspections } from './repository.ts'
import { createInspection, updateInspection } from './service.ts'

export const inspectionRoutes = [
  route('inspections', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    const rows = await listInspections(tx, session.organizationId)
    return { data: rows.map((row) => presentInspection(row, present)) }
  }),
  route('createInspection', async ({ tx, session, deps, body }) => {
    const row = await createInspection(session, tx, body, deps.clock())
    return { status: 201, data: presentInspection(row, presenterFor(deps, session)) }
  }),
  route('updateInspection', async ({ tx, session, deps, params, body }) => {
    const row = await updateInspection(session, tx, params.id, body, deps.clock())
    return { data: presentInspection(row, presenterFor(deps, session)) }
  }),
]

const presentInspection = (row: InspectionRow, present: Presenter): Inspection => ({
  id: row.id,
  name: row.name,
  contact: row.contact,
  organization_id: row.organizationId,
  updated_at: present.instant(row.updatedAt),
})
