import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type RecipientGroupFields,
  recipientGroupEndpoints,
} from '../../../contract/alert-rules/recipientGroups.ts'
import { alertRuleKeys } from '../queries/alert-rules/alertRules.ts'
import { recipientGroupsQuery } from '../queries/alert-rules/recipientGroups.ts'
import { call } from '../session/api.ts'

/** Adds a notification group, or changes the one with `id`; the list shows it at once. Rules say their group's name. */
export function useSaveRecipientGroup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: RecipientGroupFields & { id: number | null }) =>
      id === null
        ? (await call(recipientGroupEndpoints.createRecipientGroup, { body })).data
        : (await call(recipientGroupEndpoints.updateRecipientGroup, { params: { id }, body })).data,
    onSuccess: (saved) => {
      client.setQueryData(
        recipientGroupsQuery.queryKey,
        (rows) => rows && [...rows.filter(({ id }) => id !== saved.id), saved],
      )
      void client.invalidateQueries({ queryKey: recipientGroupsQuery.queryKey })
      void client.invalidateQueries({ queryKey: alertRuleKeys.list })
    },
  })
}

export function useDeleteRecipientGroup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(recipientGroupEndpoints.deleteRecipientGroup, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: recipientGroupsQuery.queryKey }),
  })
}

/** 試し送信 to each member. */
export const useTestRecipientGroup = () =>
  useMutation({
    mutationFn: async (id: number) =>
      (await call(recipientGroupEndpoints.testRecipientGroup, { params: { id } })).data,
  })
