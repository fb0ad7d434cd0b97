import type { Unit } from '../../../contract/units.ts'
import { ownerRoute, route } from '../../api/call.ts'
import { listUnits, type UnitRow, usageOfUnits } from './repository.ts'
import { createUnit, deleteUnit, updateUnit } from './service.ts'

export const unitRoutes = [
  route('units', async ({ tx }) => ({ data: (await listUnits(tx)).map(presentUnit) })),
  ownerRoute('unitUsage', async ({ tx }) => ({ data: await usageOfUnits(tx) })),
  ownerRoute('createUnit', async ({ tx, session, deps, body }) => ({
    status: 201,
    data: presentUnit(await createUnit(session, tx, body.name, deps.clock())),
  })),
  ownerRoute('updateUnit', async ({ tx, session, deps, params, body }) => ({
    data: presentUnit(await updateUnit(session, tx, params.id, body, deps.clock())),
  })),
  ownerRoute('deleteUnit', async ({ tx, session, deps, params }) => {
    await deleteUnit(session, tx, params.id, deps.clock())
    return { data: { id: params.id } }
  }),
]

const presentUnit = ({ id, name, status }: UnitRow): Unit => ({ id, name, status })
