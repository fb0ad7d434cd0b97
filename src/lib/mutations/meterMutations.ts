import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Meter, type MeterCreate, type MeterUpdate, meterEndpoints } from '../../../contract/meters.ts'
import { askAboutClosedMonths } from '../closings/askAboutClosedMonths.ts'
import { useAccount } from '../queries/account.ts'
import { alertKeys } from '../queries/alerts.ts'
import { meterKeys, metersQuery } from '../queries/meters.ts'
import { isLong } from '../queries/pagedList.ts'
import { readingKeys } from '../queries/readings.ts'
import { call } from '../session/api.ts'

/** Lists show the answer at once; they, readings and alerts, which bear the meter’s name and range, reload behind it. */
function showSaved(client: QueryClient, saved: Meter): void {
  client.setQueryData(metersQuery.queryKey, (rows) => {
    if (rows === undefined) return undefined
    const isNew = rows.every(({ id }) => id !== saved.id)
    return isNew ? [...rows, saved] : rows.map((row) => (row.id === saved.id ? saved : row))
  })
  void client.invalidateQueries({ queryKey: meterKeys.all })
  void client.invalidateQueries({ queryKey: readingKeys.all })
  void client.invalidateQueries({ queryKey: alertKeys.all, predicate: (query) => !isLong(query) })
}

/** Registers a meter. */
export function useCreateMeter() {
  const client = useQueryClient()
  const { organization } = useAccount()
  return useMutation({
    mutationFn: async (meter: Omit<MeterCreate, 'organization_id' | 'status'>) => {
      const body = { ...meter, organization_id: organization.id, status: 1 as const }
      return (await call(meterEndpoints.createMeter, { body })).data
    },
    onSuccess: (created) => showSaved(client, created),
  })
}

/** Changes a meter: only the fields that are given. */
export function useUpdateMeter() {
  const client = useQueryClient()
  const { organization } = useAccount()
  return useMutation({
    mutationFn: async ({
      id,
      changes,
    }: {
      id: number
      changes: Omit<MeterUpdate, 'organization_id' | 'status'>
    }) => {
      const body = { ...changes, organization_id: organization.id, status: 1 as const }
      return askAboutClosedMonths(
        async (headers) => (await call(meterEndpoints.updateMeter, { params: { id }, headers, body })).data,
      )
    },
    onSuccess: (updated) => showSaved(client, updated),
  })
}
