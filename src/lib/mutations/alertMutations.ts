import { hashKey, type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { alertChangeEndpoints } from '../../../contract/alerts/alertChanges.ts'
import type { Alert } from '../../../contract/alerts.ts'
import { alertKeys } from '../queries/alerts.ts'
import { isLong, removeListed, replaceListed } from '../queries/pagedList.ts'
import { readingKeys } from '../queries/readings.ts'
import { call } from '../session/api.ts'

/** What was said to an alert stands in the history of its readings. */
const reloadHistory = (client: QueryClient) =>
  void client.invalidateQueries({ queryKey: readingKeys.changes })

/** Takes back one’s own confirmation, soon after it. */
export function useUndoConfirmation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(alertChangeEndpoints.undoConfirmation, { params: { id } }),
    // Whatever came of it, the lists say how things stand, long ones too: the alert has its place again.
    onSettled: () => {
      reloadHistory(client)
      return client.invalidateQueries({ queryKey: alertKeys.all })
    },
  })
}

/** Says that a person has seen to an alert; `at` is `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
export function useConfirmAlert() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, at, comment }: { id: number; at: string; comment: string }) => {
      const body = {
        is_alert: false as const,
        is_alerted: false as const,
        confirm_at: at,
        comment: comment.trim() === '' ? null : comment.trim(),
      }
      return (await call(alertChangeEndpoints.updateAlert, { params: { id }, body })).data
    },
    onSuccess: (confirmed) => {
      removeListed(client, 'alerts', confirmed.id)
      return showChanged(client, confirmed)
    },
  })
}

/** Changes the comment of one’s own confirmation. */
export function useChangeAlertComment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, comment }: { id: number; comment: string }) => {
      const body = { comment: comment.trim() === '' ? null : comment.trim() }
      return (await call(alertChangeEndpoints.updateAlertComment, { params: { id }, body })).data
    },
    onSuccess: (changed) => {
      replaceListed(client, 'alerts', changed)
      return showChanged(client, changed)
    },
  })
}

/** Shows the alert as the server answered it, and reloads what else shows alerts. Long lists show the change already. */
export function showChanged(client: QueryClient, changed: Alert): Promise<void> {
  const own = alertKeys.one(changed.id)
  client.setQueryData(own, changed)
  reloadHistory(client)
  const isOther = ({ queryHash }: Query) => queryHash !== hashKey(own)
  const predicate = (query: Query) => isOther(query) && !isLong(query)
  return client.invalidateQueries({ queryKey: alertKeys.all, predicate })
}
