import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type MaintenanceFields, maintenanceEndpoints } from '../../../contract/alert-rules/maintenances.ts'
import { maintenancesQuery } from '../queries/alert-rules/maintenances.ts'
import { call } from '../session/api.ts'

/** Starts 点検中 of a meter group, or changes how long and why; screens show it at once. */
export function useSaveMaintenance(groupId: number) {
  const client = useQueryClient()
  const { queryKey } = maintenancesQuery
  return useMutation({
    mutationFn: async (body: MaintenanceFields) =>
      (await call(maintenanceEndpoints.updateMaintenance, { params: { id: groupId }, body })).data,
    onSuccess: (saved) => {
      client.setQueryData(
        queryKey,
        (rows) => rows && [...rows.filter(({ group_id }) => group_id !== groupId), saved],
      )
      void client.invalidateQueries({ queryKey })
    },
  })
}

/** Ends 点検中 of a meter group. Returns how many alerts of its meters occur. */
export function useEndMaintenance() {
  const client = useQueryClient()
  const { queryKey } = maintenancesQuery
  return useMutation({
    mutationFn: async (groupId: number) =>
      (await call(maintenanceEndpoints.endMaintenance, { params: { id: groupId } })).data.occurring_alerts,
    onSuccess: (_occurring, groupId) => {
      client.setQueryData(queryKey, (rows) => rows?.filter(({ group_id }) => group_id !== groupId))
      void client.invalidateQueries({ queryKey })
    },
  })
}
