import { Failure, route } from '../../api/call.ts'
import { presenterFor } from '../../presenter.ts'
import { duplicatesAmong } from './duplicates.ts'
import { presentReplacement } from './present.ts'
import { hasMeter, listReplacements } from './repository.ts'
import { createReplacement, deleteReplacement } from './service.ts'

export const replacementRoutes = [
  route('replacements', async ({ tx, session, deps, params: { id } }) => {
    const { organizationId } = session
    if (!(await hasMeter(tx, { organizationId, id }))) throw new Failure('not_found')
    const present = presenterFor(deps, session)
    const rows = await listReplacements(tx, { organizationId, id })
    const duplicates = await duplicatesAmong(tx, { organizationId, id }, rows)
    return {
      data: rows.map((row) => ({
        ...presentReplacement(row, present),
        is_duplicate: duplicates.has(row.id),
      })),
    }
  }),
  route('createReplacement', async ({ tx, session, deps, startedAt, headers, body }) => {
    const key = headers['idempotency-key']
    const knownOffsetMs = headers['clock-offset']
    const now = deps.clock()
    const { isNew, row } = await createReplacement(session, tx, { key, body, knownOffsetMs, startedAt, now })
    const { id, meter_id, created_at } = row
    const received_at = presenterFor(deps, session).instant(created_at)
    return { status: isNew ? 201 : 200, data: { id, key, meter_id, received_at } }
  }),
  route('deleteReplacement', async ({ tx, session, deps, params }) => {
    await deleteReplacement(session, tx, params.id, deps.clock())
    return { data: { id: params.id } }
  }),
]
