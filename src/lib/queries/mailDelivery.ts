import { queryOptions, useQuery } from '@tanstack/react-query'
import { sessionEndpoints } from '../../../contract/sessions.ts'
import { call } from '../session/api.ts'

export const mailDeliveryQuery = queryOptions({
  queryKey: ['mail-delivery'],
  queryFn: async ({ signal }) => (await call(sessionEndpoints.mailDelivery, { signal })).data,
  retry: false,
  staleTime: 5 * 60_000,
  // Not stored on the device, because an SMTP server may be set up later.
  meta: { keptFor: 0 },
})

/**
 * Whether mails are only stored on the server, because no SMTP server is set. Null if that is not known: the server is being
 * asked, or could not be asked.
 */
export function useIsMailStored(): boolean | null {
  const { data } = useQuery(mailDeliveryQuery)
  return data === undefined ? null : data.mails_to_folder === true
}
