import { role } from '../../../contract/access.ts'
import { route } from '../../api/call.ts'
import { listMembers } from '../users/index.ts'
import { findRound, listRounds } from './list-rounds.ts'
import { findPastRound, listPastRounds } from './past-rounds.ts'
import { proposeRoute } from './propose-route.ts'
import { createSkip, withdrawSkip } from './skips.ts'
import { updateRoute } from './update-route.ts'

export const roundRoutes = [
  route('rounds', async ({ tx, session, deps }) => ({ data: await listRounds(deps, session, tx) })),
  route('pastRounds', ({ tx, session, deps, query }) => listPastRounds(deps, session, tx, query)),
  route('pastRound', async ({ tx, session, deps, params }) => ({
    data: await findPastRound(deps, session, tx, params.id),
  })),
  route('updateRoute', async ({ tx, session, deps, params, body }) => {
    await updateRoute(session, tx, params.id, body, deps.clock())
    return { data: await findRound(deps, session, tx, params.id) }
  }),
  route('proposedRoute', async ({ tx, session, deps, params }) => ({
    data: await proposeRoute(session, tx, params.id, deps.clock()),
  })),
  route('roundAssignees', async ({ tx, session }) => {
    const rows = await listMembers(tx, session.organizationId, role.general)
    return { data: rows.map(({ id, username }) => ({ id, username })) }
  }),
  route('createSkip', ({ tx, session, deps, startedAt, headers, body }) =>
    createSkip(deps, session, tx, {
      key: headers['idempotency-key'],
      body,
      knownOffsetMs: headers['clock-offset'],
      startedAt,
    }),
  ),
  route('withdrawSkip', async ({ tx, session, deps, params }) => ({
    data: { meter_id: await withdrawSkip(deps, session, tx, params.key) },
  })),
]
