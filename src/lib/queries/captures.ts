import { queryOptions } from '@tanstack/react-query'
import { readState } from '../../../contract/abnormal.ts'
import { call } from '../api.ts'

/** The server reads in the background; it is asked again this often while it does. Milliseconds. */
const askAgain = 3000

/** The reading that a received capture became, by the capture's key. */
export const captureReadingQuery = (key: string) =>
  queryOptions({
    queryKey: ['captures', key, 'reading'],
    queryFn: async ({ signal }) => (await call('capture', { params: { key }, signal })).data,
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.data?.read_state === readState.unprocessed ? askAgain : false),
  })
