import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alertChangeEndpoints } from '../../../contract/alerts/alertChanges.ts'
import { alertKeys } from '../queries/alerts.ts'
import { replaceListed } from '../queries/pagedList.ts'
import { call } from '../session/api.ts'
import { showChanged } from './alertMutations.ts'

interface Assignment {
  id: number
  /** Null: nobody. */
  userId: number | null
  /** Who has it as this screen knows. */
  previousUserId: number | null
}

/** Says who works on an alert, unless somebody else was first. */
export function useAssignAlert() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, userId, previousUserId }: Assignment) => {
      const body = { user_id: userId, previous_user_id: previousUserId }
      return (await call(alertChangeEndpoints.updateAssignee, { params: { id }, body })).data
    },
    onSuccess: (changed) => {
      replaceListed(client, 'alerts', changed)
      return showChanged(client, changed)
    },
    // The screen shows who has it.
    onError: () => client.invalidateQueries({ queryKey: alertKeys.all }),
  })
}
