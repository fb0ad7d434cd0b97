import { queryOptions } from '@tanstack/react-query'
import { pushState } from '../live/browserPush.ts'

export const pushKeys = {
  all: ['push'] as const,
  one: (userId: number) => ['push', userId] as const,
}

/** Whether this browser shows notifications; nothing that another visit could know. */
export const pushQuery = (userId: number) =>
  queryOptions({
    queryKey: pushKeys.one(userId),
    queryFn: () => pushState(userId),
    staleTime: 0,
    gcTime: 0,
    meta: { keptFor: 0 },
  })
