import { noiseDays } from '../../../contract/alert-rules/noise.ts'
import { route } from '../../api/call.ts'
import { presenterFor } from '../../presenter.ts'
import { noiseSources } from './noise.ts'
import { presentCase, presentRule } from './present.ts'
import { quieterRule } from './quieter.ts'
import { replayRule } from './replay.ts'
import { listCases, listRules } from './repository.ts'
import { createRule, deleteRule, findRule, updateRule } from './service.ts'

const [usualLimit, maxLimit] = [50, 1000]

export const alertRuleRoutes = [
  route('alertRules', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    return { data: (await listRules(tx, session.organizationId)).map((row) => presentRule(row, present)) }
  }),
  route('noise', async ({ tx, session, deps }) => {
    const now = deps.clock()
    const from = presenterFor(deps, session).instant(now.getTime() - noiseDays * 86_400_000)
    return { data: { from, sources: await noiseSources(tx, session, now) } }
  }),
  route(
    'quieterRule',
    async ({ tx, session, deps, query }) => ({
      data: await quieterRule(tx, session, query, deps.clock()),
    }),
    { isHeavy: () => true },
  ),
  route('createAlertRule', async ({ tx, session, deps, body }) => ({
    status: 201,
    data: presentRule(await createRule(session, tx, body, deps.clock()), presenterFor(deps, session)),
  })),
  route('updateAlertRule', async ({ tx, session, deps, params, body }) => ({
    data: presentRule(
      await updateRule(session, tx, params.id, body, deps.clock()),
      presenterFor(deps, session),
    ),
  })),
  route('deleteAlertRule', async ({ tx, session, deps, params }) => {
    await deleteRule(session, tx, params.id, deps.clock())
    return { data: { id: params.id } }
  }),
  route('alertRuleCases', async ({ tx, session, deps, params: { id }, query: { limit = usualLimit } }) => {
    const { organizationId } = session
    await findRule(tx, organizationId, id)
    const present = presenterFor(deps, session)
    const rows = await listCases(tx, organizationId, id, Math.min(limit, maxLimit))
    return { data: rows.map((row) => presentCase(row, present)) }
  }),
  route(
    'replayAlertRule',
    async ({ tx, session, deps, body: { meter_id: meterId, rule, days } }) => ({
      data: await replayRule(
        tx,
        session,
        { meterId, rule, days, now: deps.clock() },
        presenterFor(deps, session),
      ),
    }),
    { isHeavy: () => true },
  ),
]
