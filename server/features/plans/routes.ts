import type { Plan } from '../../../contract/plans.ts'
import { ownerRoute, route } from '../../api/call.ts'
import { monthOf } from './boost-calls.ts'
import { boostCallsOf, countMobiles, listPlans, type PlanRow, planOf } from './repository.ts'
import { createPlan, updatePlan } from './service.ts'

export const planRoutes = [
  ownerRoute('plans', async ({ tx }) => ({ data: (await listPlans(tx)).map(presentPlan) })),
  ownerRoute('createPlan', async ({ tx, session, deps, body }) => ({
    status: 201,
    data: presentPlan(await createPlan(session, tx, body, deps.clock())),
  })),
  ownerRoute('updatePlan', async ({ tx, session, deps, params, body }) => ({
    data: presentPlan(await updatePlan(session, tx, params.id, body, deps.clock())),
  })),
  route('planUsage', async ({ tx, session, deps }) => {
    const { organizationId, timeZone } = session
    const plan = await planOf(tx, organizationId)
    const month = monthOf(timeZone, deps.clock())
    const { name, type, allowDevices, limitMobileCount, aiApiMaxCount, aiApiFreeCount: free } = plan
    const mobiles = await countMobiles(tx, organizationId)
    const boosts = await boostCallsOf(tx, organizationId, month)
    return {
      data: {
        plan: { name, type, allow_devices: allowDevices },
        limits: [
          { name: 'mobiles', used: mobiles, limit: limitMobileCount },
          { name: 'ai_boost', used: boosts, limit: aiApiMaxCount, ...(free !== null && { free }) },
        ],
      },
    }
  }),
]

const presentPlan = (row: PlanRow): Plan => ({
  id: row.id,
  name: row.name,
  type: row.type,
  ai_api_max_count: row.aiApiMaxCount,
  ai_api_free_count: row.aiApiFreeCount,
  limit_mobile_count: row.limitMobileCount,
  allow_devices: row.allowDevices,
  allow_apps: row.allowApps,
  allow_apis: row.allowApis,
  allow_mobiles: row.allowMobiles,
})
