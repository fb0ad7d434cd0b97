import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type EstimateCreate, estimateEndpoints } from '../../../contract/usage/estimates.ts'
import { askAboutClosedMonths } from '../closings/askAboutClosedMonths.ts'
import { closingKeys } from '../queries/closings/closingKeys.ts'
import { meterKeys } from '../queries/meters.ts'
import { call } from '../session/api.ts'

/** Boards follow from estimates, as the meter's other facts do. */
const reload = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: meterKeys.all }),
    client.invalidateQueries({ queryKey: closingKeys.months }),
  ])

/** 認定: estimates an index of a meter. */
export function useCreateEstimate(meterId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: EstimateCreate) =>
      askAboutClosedMonths((headers) =>
        call(estimateEndpoints.createMeterEstimate, { params: { id: meterId }, headers, body }),
      ),
    onSuccess: () => void reload(client),
  })
}

/** Withdraws an estimate. */
export function useDeleteEstimate(meterId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      askAboutClosedMonths((headers) =>
        call(estimateEndpoints.deleteMeterEstimate, { params: { id: meterId, estimate_id: id }, headers }),
      ),
    onSuccess: () => void reload(client),
  })
}
