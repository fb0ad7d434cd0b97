import { queryOptions, useQuery } from '@tanstack/react-query'
import { sessionEndpoints } from '../../../contract/sessions.ts'
import { call } from '../api.ts'

export const mailDeliveryQuery = queryOptions({
  queryKey: ['mail-delivery'],
  queryFn: async ({ signal }) => (await call(sessionEndpoints.mailDelivery, { signal })).data,
  retry: false,
  staleTime: 5 * 60_000,
  // Asked again after a restart of the server, which may have set an SMTP server.
  meta: { keptFor: 0 },
})

/** Whether mails only lie on the server, because no SMTP server is set. Null while the server is asked. */
export function useIsMailStored(): boolean | null {
  const { data, isLoading } = useQuery(mailDeliveryQuery)
  return isLoading ? null : data?.mails_to_folder === true
}
