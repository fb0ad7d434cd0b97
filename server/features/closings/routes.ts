import { route } from '../../api/call.ts'
import { presenterFor } from '../../presenter.ts'
import { usagesOf } from '../usages/index.ts'
import { closeMonth } from './close.ts'
import { createCycle, deleteCycle, findCycle, updateCycle } from './cycles.ts'
import { openMonths } from './open-months.ts'
import { boardOf, presentClosing, presentCycle } from './present.ts'
import { listCycles } from './repository.ts'
import { listClosings } from './snapshots.ts'
import { closingUsages } from './usages.ts'

export const closingRoutes = [
  route(
    'usages',
    async ({ tx, session, deps, query }) => {
      const { period } = query
      const present = presenterFor(deps, session)
      if (period === 'closing') return { data: await closingUsages(tx, session, query, present) }
      return { data: await usagesOf(tx, session, { ...query, period }, present) }
    },
    { isHeavy: () => true },
  ),
  route('closingCycles', async ({ tx, session }) => ({
    data: (await listCycles(tx, session.organizationId)).map(presentCycle),
  })),
  route('closingCycle', async ({ tx, session, params }) => ({
    data: presentCycle(await findCycle(tx, session.organizationId, params.id)),
  })),
  route('createClosingCycle', async ({ tx, session, deps, body }) => ({
    status: 201,
    data: presentCycle(await createCycle(session, tx, body, deps.clock())),
  })),
  route('updateClosingCycle', async ({ tx, session, deps, params, body }) => ({
    data: presentCycle(await updateCycle(session, tx, params.id, body, deps.clock())),
  })),
  route('deleteClosingCycle', async ({ tx, session, deps, params }) => {
    await deleteCycle(session, tx, params.id, deps.clock())
    return { data: { id: params.id } }
  }),
  route(
    'closingBoard',
    async ({ tx, session, deps, params, query }) => ({
      data: await boardOf(tx, session, params.id, query, presenterFor(deps, session)),
    }),
    { isHeavy: () => true },
  ),
  route(
    'openMonths',
    async ({ tx, session, deps }) => ({
      data: await openMonths(tx, session, { now: deps.clock(), present: presenterFor(deps, session) }),
    }),
    { isHeavy: () => true },
  ),
  route('closings', async ({ tx, session, deps, params }) => {
    await findCycle(tx, session.organizationId, params.id)
    const present = presenterFor(deps, session)
    const rows = await listClosings(tx, session.organizationId, params.id)
    return { data: rows.map((row) => presentClosing(row, present)) }
  }),
  route(
    'closeMonth',
    async ({ tx, session, deps, params, body }) => ({
      status: 201,
      data: presentClosing(
        await closeMonth(session, tx, params.id, body, deps.clock()),
        presenterFor(deps, session),
      ),
    }),
    { isHeavy: () => true },
  ),
]
