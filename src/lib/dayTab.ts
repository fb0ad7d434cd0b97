import type { QueryClient } from '@tanstack/react-query'
import { correctedNow } from '../ui/text/currentMinute.ts'
import { todayIn } from '../ui/text/formatTime.ts'
import { accountQuery } from './queries/account.ts'

/** Today in the signed-in user's organization, `YYYY-MM-DD`. */
export const organizationDay = (client: QueryClient): string =>
  todayIn(client.getQueryData(accountQuery.queryKey)?.organization.time_zone ?? 'Asia/Tokyo', correctedNow())

const dayKey = (key: string) => `${key}Day`

/** Remembers a screen's tab for the rest of the organization's day. */
export function saveTab(key: string, tab: string, day: string, storage: Pick<Storage, 'setItem'>): void {
  storage.setItem(key, JSON.stringify(tab))
  storage.setItem(dayKey(key), day)
}

/** The tab that was chosen last today; the first if there is none. */
export function loadTab<Tab extends string>(
  key: string,
  tabs: readonly [Tab, ...Tab[]],
  day: string,
  storage: Pick<Storage, 'getItem'>,
): Tab {
  if (storage.getItem(dayKey(key)) !== day) return tabs[0]
  return tabs.find((tab) => JSON.stringify(tab) === storage.getItem(key)) ?? tabs[0]
}
