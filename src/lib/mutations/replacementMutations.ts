import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReplacementCreate, replacementEndpoints } from '../../../contract/replacements.ts'
import { askAboutClosedMonths } from '../closings/askAboutClosedMonths.ts'
import { meterKeys } from '../queries/meters.ts'
import { readingKeys, valueTimeout } from '../queries/readings.ts'
import { call } from '../session/api.ts'

/** What is compared with the last value, and what was consumed, follow from it. */
const reload = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: meterKeys.all }),
    client.invalidateQueries({ queryKey: readingKeys.all }),
  ])

/** A replacement that a person records with its time. `at` in milliseconds since 1970. */
interface NewReplacement extends Pick<ReplacementCreate, 'old_end_value' | 'new_start_value' | 'note'> {
  /** Made once for what a person typed: sent again, it is the same replacement. */
  key: string
  meterId: number
  at: number
}

/** Records a replacement. It has a time limit, because it can wait on the device. */
export function useCreateReplacement() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ key, meterId, at, ...fields }: NewReplacement) =>
      askAboutClosedMonths((headers) =>
        call(replacementEndpoints.createReplacement, {
          headers: { 'idempotency-key': key, ...headers },
          body: {
            ...fields,
            meter_id: meterId,
            replaced_at: new Date(at).toISOString(),
            sent_at: new Date().toISOString(),
            is_time_chosen: true,
          },
          signal: AbortSignal.timeout(valueTimeout),
        }),
      ),
    onSuccess: () => void reload(client),
  })
}

/** For administrators. */
export function useDeleteReplacement() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => {
      await askAboutClosedMonths((headers) =>
        call(replacementEndpoints.deleteReplacement, { params: { id }, headers }),
      )
    },
    onSuccess: () => void reload(client),
  })
}
