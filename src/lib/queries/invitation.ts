import { queryOptions } from '@tanstack/react-query'
import { invitationEndpoints } from '../../../contract/invitations.ts'
import { call } from '../session/api.ts'

/** What the invitation of a link says. The code is a secret: the query is never persisted. */
export const openedInvitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) =>
      (await call(invitationEndpoints.openInvitation, { body: { invitation_code: code }, signal })).data,
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
    meta: { keptFor: 0 },
  })
