import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { replacementEndpoints } from '../../../contract/replacements.ts'
import { meterKeys } from '../queries/meters.ts'
import { readingKeys } from '../queries/readings.ts'
import { call } from '../session/api.ts'

/** What is compared with the last value, and what was consumed, follow from it. */
const reload = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: meterKeys.all }),
    client.invalidateQueries({ queryKey: readingKeys.all }),
  ])

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
