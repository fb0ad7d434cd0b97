import { queryOptions } from '@tanstack/react-query'
import { type NoiseSource, noiseEndpoints } from '../../../../contract/alert-rules/noise.ts'
import { call } from '../../session/api.ts'
import { alertRuleKeys } from './alertRules.ts'

/** 通知の多いルール: the rules and abnormal ranges that opened the most alerts. */
export const noiseQuery = queryOptions({
  queryKey: alertRuleKeys.noise,
  queryFn: async ({ signal }) => (await call(noiseEndpoints.noise, { signal })).data,
  staleTime: 60_000,
})

/** 試算 of a noisy rule and of a quieter one. */
export const quieterRuleQuery = ({ rule_id, meter_id }: Pick<NoiseSource, 'rule_id' | 'meter_id'>) =>
  queryOptions({
    queryKey: [...alertRuleKeys.noise, 'quieter', rule_id, meter_id],
    queryFn: async ({ signal }) => {
      const query = { ...(rule_id !== null && { rule_id }), ...(meter_id !== null && { meter_id }) }
      return (await call(noiseEndpoints.quieterRule, { query, signal })).data
    },
    staleTime: 10 * 60_000,
    // 試算 is asked for again where somebody looks at it again.
    meta: { keptFor: 0 },
  })
