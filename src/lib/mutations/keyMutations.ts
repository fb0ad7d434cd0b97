import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type KeyCreations, keyEndpoints } from '../../../contract/keys.ts'
import { userEndpoints } from '../../../contract/users.ts'
import { auditKeys } from '../queries/auditKeys.ts'
import { apiKeyKeys, keysQuery } from '../queries/keys.ts'
import { userKeys } from '../queries/userKeys.ts'
import { call } from '../session/api.ts'

type KeyInput = z.output<typeof keyEndpoints.createKey.body>

/** Makes a key, or changes the one with `id`; the list shows it at once and reloads behind it. */
export function useSaveKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: KeyInput & { id: number | null }) =>
      id === null
        ? (await call(keyEndpoints.createKey, { body })).data
        : (await call(keyEndpoints.updateKey, { params: { id }, body })).data,
    onSuccess: (saved) => {
      client.setQueryData(
        keysQuery.queryKey,
        (keys) => keys && [...keys.filter(({ id }) => id !== saved.id), saved],
      )
      void client.invalidateQueries({ queryKey: apiKeyKeys.all })
      void client.invalidateQueries({ queryKey: auditKeys.all })
    },
  })
}

/** Fetches what was created with keys of an organization. */
export async function fetchKeyCreations(
  keyIds: readonly number[],
  organizationId: number,
): Promise<KeyCreations> {
  const found = await Promise.all(
    keyIds.map(async (id) => {
      const query = { organization_id: organizationId }
      return (await call(keyEndpoints.keyCreations, { params: { id }, query })).data
    }),
  )
  return {
    keys: onePerId(found.flatMap(({ keys }) => keys)),
    users: onePerId(found.flatMap(({ users }) => users)),
  }
}

const onePerId = <Row extends { id: number }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

/**
 * Withdraws keys and ends memberships, one after the other, also after one of them has failed. Returns null if all of
 * them are disabled, otherwise the first error and what remains.
 */
export function useDisableCreations(keyIds: readonly number[], organizationId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (creations: KeyCreations) => {
      const failures: unknown[] = []
      for (const { id } of creations.keys) {
        const query = { delete: 'true', organization_id: organizationId } as const
        await call(keyEndpoints.deleteKey, { params: { id }, query }).catch((error) => failures.push(error))
      }
      for (const { id } of creations.users) {
        await call(userEndpoints.removeMember, { params: { id, organizationId } }).catch((error) =>
          failures.push(error),
        )
      }
      const [failure] = failures
      if (failure === undefined) return null
      const remaining = await fetchKeyCreations(keyIds, organizationId).catch(() => creations)
      return remaining.keys.length + remaining.users.length === 0 ? null : { failure, remaining }
    },
    onSettled: () => {
      for (const queryKey of [apiKeyKeys.all, auditKeys.all, userKeys.all]) {
        void client.invalidateQueries({ queryKey })
      }
    },
  })
}

/** Withdraws a key: its next call is refused. */
export function useDeleteKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) =>
      (await call(keyEndpoints.deleteKey, { params: { id }, query: { delete: 'true' } })).data,
    onSuccess: ({ id: gone }) => {
      client.setQueryData(keysQuery.queryKey, (keys) => keys?.filter(({ id }) => id !== gone))
      void client.invalidateQueries({ queryKey: apiKeyKeys.all })
      void client.invalidateQueries({ queryKey: auditKeys.all })
    },
  })
}
