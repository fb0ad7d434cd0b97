import { route } from '../../api/call.ts'
import { presenterFor } from '../../presenter.ts'
import { usagesOf } from './service.ts'

export const usageRoutes = [
  route(
    'usages',
    async ({ tx, session, deps, query }) => ({
      data: await usagesOf(tx, session, query, presenterFor(deps, session)),
    }),
    { isHeavy: () => true },
  ),
]
