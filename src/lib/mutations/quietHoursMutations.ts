import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type QuietHours, quietHoursEndpoints } from '../../../contract/time/quietHours.ts'
import { quietHoursQuery } from '../queries/push.ts'
import { call } from '../session/api.ts'

export function useUpdateQuietHours() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (quiet_hours: QuietHours | null) =>
      call(quietHoursEndpoints.updateQuietHours, { body: { quiet_hours } }),
    onSuccess: () => client.invalidateQueries(quietHoursQuery),
  })
}
