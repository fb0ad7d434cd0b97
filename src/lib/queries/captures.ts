import { queryOptions } from '@tanstack/react-query'
import { captureEndpoints } from '../../../contract/captures.ts'
import { readState } from '../../../contract/values/abnormal.ts'
import { call } from '../session/api.ts'

export const captureKeys = { reading: (key: string) => ['captures', key, 'reading'] as const }

/** Poll interval while the server reads in the background. Milliseconds. */
const pollInterval = 3000

/** The reading of a received capture, by the capture's key. */
export const captureReadingQuery = (key: string) =>
  queryOptions({
    queryKey: captureKeys.reading(key),
    queryFn: async ({ signal }) => (await call(captureEndpoints.capture, { params: { key }, signal })).data,
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.data?.read_state === readState.unprocessed ? pollInterval : false),
  })
