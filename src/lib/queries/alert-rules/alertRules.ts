import { queryOptions } from '@tanstack/react-query'
import { alertRuleEndpoints } from '../../../../contract/alert-rules/alertRules.ts'
import type { Judging } from '../../../../contract/alert-rules/rule.ts'
import { call } from '../../session/api.ts'

export const alertRuleKeys = {
  all: ['alert-rules'] as const,
  list: ['alert-rules', 'list'] as const,
  noise: ['alert-rules', 'noise'] as const,
}

/**
 * アラートルール of the organization. It is refetched once a minute, because a reading changes how many cases are open
 * and no live event says so.
 */
export const alertRulesQuery = queryOptions({
  queryKey: alertRuleKeys.list,
  queryFn: async ({ signal }) => (await call(alertRuleEndpoints.alertRules, { signal })).data,
  staleTime: 30_000,
  refetchInterval: 60_000,
})

/** 試算: what a rule, which need not be saved, would have found at a meter in 90 days. */
export const replayQuery = (meterId: number, rule: Judging) =>
  queryOptions({
    queryKey: [...alertRuleKeys.all, 'replay', meterId, rule],
    queryFn: async ({ signal }) =>
      (await call(alertRuleEndpoints.replayAlertRule, { body: { meter_id: meterId, rule }, signal })).data,
    staleTime: 60_000,
    gcTime: 60_000,
    // Of what is in a form for a moment the device keeps no copy.
    meta: { keptFor: 0 },
    // While the next answer is awaited, that of the same meter.
    placeholderData: (previous, query) => (query?.queryKey[2] === meterId ? previous : undefined),
  })
