import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AlertRuleFields, alertRuleEndpoints } from '../../../contract/alert-rules/alertRules.ts'
import { alertRuleKeys, alertRulesQuery } from '../queries/alert-rules/alertRules.ts'
import { recipientGroupsQuery } from '../queries/alert-rules/recipientGroups.ts'
import { call } from '../session/api.ts'

/** Adds an alert rule, or changes the one with `id`; the list shows it at once and reloads behind it. */
export function useSaveAlertRule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: AlertRuleFields & { id: number | null }) =>
      id === null
        ? (await call(alertRuleEndpoints.createAlertRule, { body })).data
        : (await call(alertRuleEndpoints.updateAlertRule, { params: { id }, body })).data,
    onSuccess: (saved) => {
      client.setQueryData(
        alertRulesQuery.queryKey,
        (rows) => rows && [...rows.filter(({ id }) => id !== saved.id), saved],
      )
      void client.invalidateQueries({ queryKey: alertRuleKeys.list })
      void client.invalidateQueries({ queryKey: alertRuleKeys.noise })
      void client.invalidateQueries({ queryKey: recipientGroupsQuery.queryKey })
    },
  })
}

export function useDeleteAlertRule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(alertRuleEndpoints.deleteAlertRule, { params: { id } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: alertRuleKeys.all }),
        client.invalidateQueries({ queryKey: recipientGroupsQuery.queryKey }),
      ]),
  })
}
