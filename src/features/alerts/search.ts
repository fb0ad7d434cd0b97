import { z } from 'zod'
import { id } from '../../../contract/wire.ts'
import { type AlertFilters, type AlertState, alertStates } from '../../lib/queries/alerts.ts'
import { pageSizes } from '../../ui/pages.ts'

/** What the address of the alerts screen holds. Whatever it cannot mean is left out rather than refused. */
export const alertSearch = z.object({
  tab: z.enum(alertStates).optional().catch(undefined),
  units: z.array(id).min(1).optional().catch(undefined),
  /** `changed` is 更新日時, of confirmed ones 確認日時. */
  sort: z.enum(['created', 'changed']).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: z.int().min(2).optional().catch(undefined),
  limit: z.literal(pageSizes).optional().catch(undefined),
  /** The alert whose reading stands over the list. */
  alert: id.optional().catch(undefined),
  value: id.optional().catch(undefined),
})
export type AlertSearch = z.output<typeof alertSearch>

/** What the tab is sorted by; what was seen to last stands first among the confirmed. */
export const sortOf = ({ tab = 'occurring', sort }: AlertSearch): 'created' | 'changed' =>
  sort ?? (tab === 'confirmed' ? 'changed' : 'created')

export function filtersOf(search: AlertSearch): AlertFilters {
  const { tab: state = 'occurring', units: unitIds = [], order = 'desc' } = search
  const changed = state === 'confirmed' ? 'confirm_at' : 'updated_at'
  return { state, unitIds, sort: sortOf(search) === 'changed' ? changed : 'created_at', order }
}

/** Name in localStorage. */
const tabKey = 'alertsTab'

/** Keeps the tab for the next visit. */
export const rememberTab = (tab: AlertState, storage: Storage): void => storage.setItem(tabKey, tab)

export const recallTab = (storage: Storage): AlertState =>
  alertStates.find((state) => state === storage.getItem(tabKey)) ?? 'occurring'
