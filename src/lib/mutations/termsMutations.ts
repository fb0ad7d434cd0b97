import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { meterTermsEndpoints, type TermsCreate, type TermsUpdate } from '../../../contract/usage/terms.ts'
import { askAboutClosedMonths } from '../closings/askAboutClosedMonths.ts'
import { meterKeys } from '../queries/meters.ts'
import { readingKeys } from '../queries/readings.ts'
import { call } from '../session/api.ts'

/** The meter has its newest terms, and what was consumed follows from all. */
const reload = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: meterKeys.all }),
    client.invalidateQueries({ queryKey: readingKeys.all }),
  ])

/** Changes how a meter counts from a moment on. */
export function useCreateTerms(meterId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: TermsCreate) =>
      askAboutClosedMonths((headers) =>
        call(meterTermsEndpoints.createMeterTerms, { params: { id: meterId }, headers, body }),
      ),
    onSuccess: () => void reload(client),
  })
}

/** Corrects terms. */
export function useUpdateTerms(meterId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: TermsUpdate }) =>
      askAboutClosedMonths((headers) =>
        call(meterTermsEndpoints.updateMeterTerms, { params: { id: meterId, terms_id: id }, headers, body }),
      ),
    onSuccess: () => void reload(client),
  })
}

/** Deletes terms that begin at a date. */
export function useDeleteTerms(meterId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      askAboutClosedMonths((headers) =>
        call(meterTermsEndpoints.deleteMeterTerms, { params: { id: meterId, terms_id: id }, headers }),
      ),
    onSuccess: () => void reload(client),
  })
}
