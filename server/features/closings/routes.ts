import type { Cycle } from '../../../contract/closing/cycles.ts'
import { route } from '../../api/call.ts'
import { createCycle, deleteCycle, findCycle, updateCycle } from './cycles.ts'
import { type CycleRow, listCycles } from './repository.ts'

export const closingRoutes = [
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
]

const presentCycle = (cycle: CycleRow): Cycle => ({
  id: cycle.id,
  name: cycle.name,
  closing_day: cycle.closingDay,
  closing_hour: cycle.closingHour,
  device_tolerance_hours: cycle.deviceToleranceHours,
  round_tolerance_days: cycle.roundToleranceDays,
  meter_ids: cycle.meterIds,
})
