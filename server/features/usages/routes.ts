import type { Estimate } from '../../../contract/usage/estimates.ts'
import { route } from '../../api/call.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { createEstimate, deleteEstimate, type EstimateRow, listEstimates } from './estimates.ts'
import { proposalsOf } from './proposals.ts'
import { statisticsOf } from './statistics.ts'

export const usageRoutes = [
  route(
    'readingStatistics',
    async ({ tx, session, deps, query }) => ({
      data: await statisticsOf(tx, session, query, presenterFor(deps, session)),
    }),
    { isHeavy: () => true },
  ),
  route('meterEstimates', async ({ tx, session, deps, params }) => {
    const present = presenterFor(deps, session)
    const rows = await listEstimates(tx, session.organizationId, params.id)
    return { data: rows.map((row) => presentEstimate(row, present)) }
  }),
  route('meterEstimateProposals', async ({ tx, session, params, query }) => ({
    data: await proposalsOf(tx, session, params.id, query),
  })),
  route('createMeterEstimate', async ({ tx, session, deps, params, body }) => {
    const row = await createEstimate(session, tx, params.id, body, deps.clock())
    return { status: 201, data: presentEstimate(row, presenterFor(deps, session)) }
  }),
  route('deleteMeterEstimate', async ({ tx, session, deps, params }) => {
    await deleteEstimate(session, tx, params, deps.clock())
    return { data: { id: params.estimate_id } }
  }),
]

const presentEstimate = ({ userId, username, ...row }: EstimateRow, present: Presenter): Estimate => ({
  id: row.id,
  meter_id: row.meterId,
  at: present.instant(row.at),
  value: row.value,
  basis: row.basis,
  reason: row.reason,
  user: username === null ? null : { id: userId, username },
  created_at: present.instant(row.createdAt),
})
