import { useMutation, useQueryClient } from '@tanstack/react-query'
import { disablePush, enablePush, type PushState, testPush } from '../live/browserPush.ts'
import { useAccount } from '../queries/account.ts'
import { pushKeys } from '../queries/push.ts'

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
    onSettled: () => client.invalidateQueries({ queryKey: pushKeys.all }),
  })
}

export const useTestPush = () => useMutation({ mutationFn: testPush })
