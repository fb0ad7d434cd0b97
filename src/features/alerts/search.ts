import * as z from 'zod/mini'
import { type AlertFilters, type AlertState, alertStates } from '../../lib/queries/alerts.ts'
import { anId, optionalIds, sortFields } from '../../ui/table/listSearch.ts'

/** Search params of the alerts screen. */
export const alertSearch = z.object({
  tab: z.catch(z.optional(z.enum(alertStates)), undefined),
  units: optionalIds,
  /** `changed` is 更新日時, of confirmed ones 確認日時. */
  ...sortFields(['created', 'changed']),
  /** The alert whose reading is open. */
  alert: anId,
  value: anId,
})
export type AlertSearch = z.output<typeof alertSearch>

/** Default of confirmed alerts: last confirmed first. */
export const sortOf = ({ tab = 'occurring', sort }: AlertSearch): 'created' | 'changed' =>
  sort ?? (tab === 'confirmed' ? 'changed' : 'created')

export function filtersOf(search: AlertSearch): AlertFilters {
  const { tab: state = 'occurring', units: unitIds = [], order = 'desc' } = search
  const changed = state === 'confirmed' ? 'confirm_at' : 'updated_at'
  return { state, unitIds, sort: sortOf(search) === 'changed' ? changed : 'created_at', order }
}

/** Key in localStorage. */
const tabKey = 'alertsTab'

export const saveTab = (tab: AlertState, storage: Storage): void => storage.setItem(tabKey, tab)

export const loadTab = (storage: Storage): AlertState =>
  alertStates.find((state) => state === storage.getItem(tabKey)) ?? 'occurring'
