import type { QueryClient } from '@tanstack/react-query'
import { accountQuery } from './queries/account.ts'

/** The screen that opens after signing in and when the app starts. */
export type FirstScreen = 'home' | 'today'

const prefix = 'firstScreen.'

/** Key in localStorage: a device may have several users. */
export const firstScreenKey = (userId: number): string => `${prefix}${userId}`

export const isFirstScreenKey = (key: string): boolean => key.startsWith(prefix)

/** Whether the signed-in user has chosen 今日 on this device. */
export function startsWithToday(client: QueryClient): boolean {
  const user = client.getQueryData(accountQuery.queryKey)
  const chosen: FirstScreen = 'today'
  return user !== undefined && localStorage.getItem(firstScreenKey(user.id)) === JSON.stringify(chosen)
}
