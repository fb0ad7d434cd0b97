import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Group, groupEndpoints } from '../../../contract/groups.ts'
import { useAccount } from '../queries/account.ts'
import { groupKeys, groupsQuery } from '../queries/groups.ts'
import { call } from '../session/api.ts'

/** What a person writes of a meter group. */
interface GroupInput {
  name: string
  description: string
}

/** Adds a meter group, or changes the one with `id`; lists show it at once and reload behind it. */
export function useSaveGroup() {
  const client = useQueryClient()
  const { organization } = useAccount()
  return useMutation({
    mutationFn: async ({ id, ...input }: GroupInput & { id: number | null }): Promise<Group> => {
      const body = { ...input, organization_id: organization.id }
      const { data } =
        id === null
          ? await call(groupEndpoints.createGroup, { body })
          : await call(groupEndpoints.updateGroup, { params: { id }, body })
      return data
    },
    onSuccess: (saved) => {
      client.setQueryData(
        groupsQuery.queryKey,
        (rows) => rows && [...rows.filter(({ id }) => id !== saved.id), saved],
      )
      void client.invalidateQueries({ queryKey: groupKeys.all })
    },
  })
}
