import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { disablePush, enablePush, type PushState, pushState, testPush } from '../push.ts'
import { useAccount } from './account.ts'

const pushKey = ['push'] as const

/** Whether this browser shows notifications; nothing that another visit could know. */
export const pushQuery = (userId: number) =>
  queryOptions({
    queryKey: [...pushKey, userId] as const,
    queryFn: () => pushState(userId),
    staleTime: 0,
    gcTime: 0,
    meta: { keptFor: 0 },
  })

/** Switches notifications on this browser on or off. */
export function useSwitchPush() {
  const client = useQueryClient()
  const { id } = useAccount()
  return useMutation({
    mutationFn: async (on: boolean): Promise<PushState> => {
      if (on) return enablePush(id)
      await disablePush()
      return 'off'
    },
    onSettled: () => client.invalidateQueries({ queryKey: pushKey }),
  })
}

export const useTestPush = () => useMutation({ mutationFn: testPush })
