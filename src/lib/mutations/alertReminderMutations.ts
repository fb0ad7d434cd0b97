import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type AlertReminderFields,
  alertReminderEndpoints,
} from '../../../contract/alert-rules/alertReminders.ts'
import { alertRemindersQuery } from '../queries/push.ts'
import { call } from '../session/api.ts'

export function useUpdateAlertReminders() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AlertReminderFields) => call(alertReminderEndpoints.updateAlertReminders, { body }),
    onSuccess: ({ data }) => client.setQueryData(alertRemindersQuery.queryKey, data),
  })
}
