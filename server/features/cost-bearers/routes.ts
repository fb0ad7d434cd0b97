import type { CostBearer } from '../../../contract/cost-bearers.ts'
import { route } from '../../api/call.ts'
import { type CostBearerRow, listCostBearers } from './repository.ts'
import { createCostBearer, deleteCostBearer, updateCostBearer } from './service.ts'

export const costBearerRoutes = [
  route('costBearers', async ({ tx, session }) => ({
    data: (await listCostBearers(tx, session.organizationId)).map(presentCostBearer),
  })),
  route('createCostBearer', async ({ tx, session, deps, body }) => ({
    status: 201,
    data: presentCostBearer(await createCostBearer(session, tx, body.name, deps.clock())),
  })),
  route('updateCostBearer', async ({ tx, session, deps, params, body }) => ({
    data: presentCostBearer(await updateCostBearer(session, tx, params.id, body, deps.clock())),
  })),
  route('deleteCostBearer', async ({ tx, session, deps, params }) => {
    await deleteCostBearer(session, tx, params.id, deps.clock())
    return { data: { id: params.id } }
  }),
]

const presentCostBearer = ({ id, name, status }: CostBearerRow): CostBearer => ({ id, name, status })
