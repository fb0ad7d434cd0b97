import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReplacementCreate, replacementEndpoints } from '../../../contract/replacements.ts'
import { call } from '../api.ts'
import { meterKeys } from './meters.ts'
import { readingKeys } from './readings.ts'

/** What is compared with the last value, and what was consumed, follow from it. */
const reload = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: meterKeys.all }),
    client.invalidateQueries({ queryKey: readingKeys.all }),
  ])

interface NewReplacement extends Omit<ReplacementCreate, 'replaced_at' | 'sent_at'> {
  /** Made once for what a person typed: sent again, it is the same replacement. */
  key: string
  meterId: number
  /** Milliseconds since 1970 by this device's clock. */
  replacedAt: number
}

export function useCreateReplacement() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ key, meterId, replacedAt, ...body }: NewReplacement) =>
      (
        await call(replacementEndpoints.createReplacement, {
          params: { id: meterId },
          headers: { 'idempotency-key': key },
          body: {
            ...body,
            replaced_at: new Date(replacedAt).toISOString(),
            sent_at: new Date().toISOString(),
          },
        })
      ).data,
    onSuccess: () => void reload(client),
  })
}

/** For administrators. */
export function useDeleteReplacement() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => {
      await call(replacementEndpoints.deleteReplacement, { params: { id } })
    },
    onSuccess: () => void reload(client),
  })
}
