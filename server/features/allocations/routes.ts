import { route } from '../../api/call.ts'
import { presenterFor } from '../../presenter.ts'
import { assertFew, usagesOf } from '../usages/index.ts'
import { allocationOf, plansOf } from './plans.ts'
import { deleteRule, listRules, setRule } from './rules.ts'

export const allocationRoutes = [
  route(
    'allocations',
    async ({ tx, session, deps, query: { month, meter_ids: meterIds = null } }) => {
      const plans = await plansOf(tx, session.organizationId, month, meterIds)
      const ids = plans.flatMap(({ meterId, children }) => [meterId, ...children.map(({ id }) => id)])
      if (ids.length === 0) return { data: [] }
      assertFew(ids.length, 'meter_ids')
      const day = `${month}-01`
      const asked = { meter_ids: [...new Set(ids)], period: 'month' as const, from: day, to: day }
      const rows = await usagesOf(tx, session, asked, presenterFor(deps, session))
      const usages = new Map(rows.map((row) => [row.meter_id, row]))
      return {
        data: plans.flatMap((plan) => {
          const row = usages.get(plan.meterId)
          if (row === undefined) return []
          const { meter_id, from, to, usage, mark } = row
          const monthOf = (id: number) => ({ usage: usages.get(id)?.usage ?? null, endAt: Date.parse(to) })
          const allocation = allocationOf(plan, monthOf)
          return [{ meter_id, from, to, usage, mark, allocation }]
        }),
      }
    },
    { isHeavy: () => true },
  ),
  route('allocationRules', async ({ tx, session, params }) => ({
    data: await listRules(tx, session.organizationId, params.id),
  })),
  route('setAllocationRule', async ({ tx, session, deps, params: { id, month }, body }) => ({
    data: await setRule(session, tx, { meterId: id, month }, body, deps.clock()),
  })),
  route('deleteAllocationRule', async ({ tx, session, deps, params: { id, month } }) => {
    await deleteRule(session, tx, { meterId: id, month }, deps.clock())
    return { data: { id } }
  }),
]
