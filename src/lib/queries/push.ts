import { queryOptions } from '@tanstack/react-query'
import { alertReminderEndpoints } from '../../../contract/alert-rules/alertReminders.ts'
import { quietHoursEndpoints } from '../../../contract/time/quietHours.ts'
import { pushState } from '../live/browserPush.ts'
import { call } from '../session/api.ts'

export const pushKeys = {
  all: ['push'] as const,
  one: (userId: number) => ['push', userId] as const,
}

/** Whether this browser shows notifications; nothing that another visit could know. */
export const pushQuery = (userId: number) =>
  queryOptions({
    queryKey: pushKeys.one(userId),
    queryFn: () => pushState(userId),
    staleTime: 0,
    gcTime: 0,
    meta: { keptFor: 0 },
  })

/** When notices of the organization are held, and until when they are held now. */
export const quietHoursQuery = queryOptions({
  queryKey: ['quiet-hours'],
  queryFn: async ({ signal }) => (await call(quietHoursEndpoints.quietHours, { signal })).data,
  staleTime: 60_000,
  gcTime: 5 * 60_000,
  meta: { keptFor: 0 },
})

/** When people are told again of alerts that nobody confirms. */
export const alertRemindersQuery = queryOptions({
  queryKey: ['alert-reminders'],
  queryFn: async ({ signal }) => (await call(alertReminderEndpoints.alertReminders, { signal })).data,
  staleTime: 60_000,
  gcTime: 5 * 60_000,
  meta: { keptFor: 0 },
})
