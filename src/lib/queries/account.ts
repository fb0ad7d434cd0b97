import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { type Account, userEndpoints } from '../../../contract/users.ts'
import { rememberOwnerProof } from '../../../offline/ownerProofs.ts'
import { call } from '../session/api.ts'

export const accountKeys = { all: ['account'] as const }

/** So that what this person leaves unsent can be saved should their membership end. */
export const rememberOwner = ({ id, organization, owner_proof }: Account): Promise<void> =>
  rememberOwnerProof({ userId: id, organizationId: organization.id, proof: owner_proof }).catch(console.warn)

/** The signed-in user in the session's organization. */
export const accountQuery = queryOptions({
  queryKey: accountKeys.all,
  queryFn: async ({ signal }) => {
    const { data } = await call(userEndpoints.me, { signal })
    await rememberOwner(data)
    return data
  },
  staleTime: 5 * 60_000,
  // How far the demonstration is changes by itself.
  refetchInterval: ({ state }) => (state.data?.organization.filling === undefined ? false : 5000),
})

/** Below the signed-in layout the account is always there. */
export const useAccount = () => useSuspenseQuery(accountQuery).data
