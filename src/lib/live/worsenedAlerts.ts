import { queryOptions } from '@tanstack/react-query'
import { alertEndpoints } from '../../../contract/alerts.ts'
import { alertKeys } from '../queries/alerts.ts'
import { call } from '../session/api.ts'
import { isLive } from './eventStreamState.ts'

/** So many are looked through for those that nobody has been told of. */
const newest = 50

/** Confirmed alerts that got worse, those that were confirmed last first. */
export const worsenedAlertsQuery = queryOptions({
  queryKey: alertKeys.worsened,
  queryFn: async ({ signal }) => {
    const query = { is_confirm: true, is_worsened: true, sort_by: 'confirm_at' as const, limit: newest }
    return (await call(alertEndpoints.alerts, { query, signal })).data
  },
  staleTime: 30_000,
  gcTime: 5 * 60_000,
  meta: { keptFor: 0 },
  refetchInterval: () => !isLive() && 60_000,
})
