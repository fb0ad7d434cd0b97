import { queryOptions } from '@tanstack/react-query'
import { invitationEndpoints } from '../../../contract/invitations.ts'
import { sessionEndpoints } from '../../../contract/sessions.ts'
import { memberDependentsEndpoints } from '../../../contract/users/memberDependents.ts'
import { userEndpoints } from '../../../contract/users.ts'
import { call } from '../session/api.ts'
import { userKeys } from './userKeys.ts'

/** Members of an organization: for administrators. */
export const usersQuery = (organizationId: number) =>
  queryOptions({
    queryKey: userKeys.of(organizationId),
    queryFn: async ({ signal }) =>
      (await call(userEndpoints.users, { query: { organization_id: organizationId }, signal })).data,
    staleTime: 60_000,
  })

/** Invitations whose links have not been opened: for administrators. */
export const invitationsQuery = (organizationId: number) =>
  queryOptions({
    queryKey: userKeys.invitations(organizationId),
    queryFn: async ({ signal }) =>
      (await call(invitationEndpoints.invitations, { query: { organization_id: organizationId }, signal }))
        .data,
    staleTime: 60_000,
  })

/** What depends on a membership: as it is now. */
export const memberDependentsQuery = (organizationId: number, id: number) =>
  queryOptions({
    queryKey: userKeys.dependents(organizationId, id),
    queryFn: async ({ signal }) =>
      (await call(memberDependentsEndpoints.memberDependents, { params: { id, organizationId }, signal }))
        .data,
    staleTime: 0,
  })

/** Where the user is signed in: as it is now. */
export const signedInDevicesQuery = queryOptions({
  queryKey: userKeys.signedInDevices,
  queryFn: async ({ signal }) => (await call(sessionEndpoints.signedInDevices, { signal })).data,
  staleTime: 0,
})
