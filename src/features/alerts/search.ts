import * as z from 'zod/mini'
import { loadTab } from '../../lib/dayTab.ts'
import { type AlertFilters, type AlertState, alertStates } from '../../lib/queries/alerts.ts'
import { anId, optionalIds, optionalText } from '../../lib/searchParams.ts'
import { sortFields } from '../../ui/table/listSearch.ts'

const optionalDay = z.catch(z.optional(z.iso.date()), undefined)

/** Search params of the alerts screen. */
export const alertSearch = z.object({
  tab: z.catch(z.optional(z.enum(alertStates)), undefined),
  meters: optionalIds,
  groups: optionalIds,
  units: optionalIds,
  /** Days on which alerts began. */
  from: optionalDay,
  to: optionalDay,
  /** Part of the name of who confirmed it. */
  confirmedBy: optionalText,
  /** `changed` is 更新日時, of past ones 終了日時, of confirmed ones 確認日時. */
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
  const {
    tab: state = 'occurring',
    meters,
    units,
    groups,
    from = null,
    to = null,
    confirmedBy,
    order = 'desc',
  } = search
  const changed = state === 'confirmed' ? 'confirm_at' : 'updated_at'
  return {
    state,
    meterIds: meters ?? [],
    unitIds: units ?? [],
    groupIds: groups ?? [],
    began: { from, to },
    confirmedBy,
    sort: sortOf(search) === 'changed' ? changed : 'created_at',
    order,
  }
}

/** Search params of a list without filters, on its first page. */
export const noFilters = {
  meters: undefined,
  groups: undefined,
  units: undefined,
  from: undefined,
  to: undefined,
  confirmedBy: undefined,
  page: undefined,
} satisfies Partial<AlertSearch>

/** Search params of another tab: the filters that all tabs have stay. */
export const searchOfTab = (
  { meters, groups, units, from, to }: AlertSearch,
  tab: AlertState,
): AlertSearch => ({ tab, meters, groups, units, from, to })

export const isFiltered = ({ meters, groups, units, from, to, confirmedBy }: AlertSearch): boolean =>
  [meters, groups, units, from, to, confirmedBy].some((each) => each !== undefined)

/** Keys in localStorage: the tab of the day, and what 発生中 has shown this user. */
export const alertTabKey = 'alertsTab'
const seenAlertKey = 'seenAlert'
const seenTroublesKey = 'seenTroubles'

/** What is occurring. */
interface Occurring {
  /** Id of the alert that was opened last of those that occur, 0 if none does. */
  newest: number
  /** Devices in trouble and late rounds by name. */
  troubles: readonly string[]
}

export function saveSeen({ newest, troubles }: Occurring, storage: Pick<Storage, 'setItem'>): void {
  storage.setItem(seenAlertKey, String(newest))
  storage.setItem(seenTroublesKey, troubles.join('\n'))
}

/** The tab that is shown first; undefined: what is occurring is not known. */
export function firstTab(
  occurring: Occurring | undefined,
  day: string,
  storage: Pick<Storage, 'getItem'>,
): AlertState {
  if (occurring === undefined) return 'occurring'
  const seen = (storage.getItem(seenTroublesKey) ?? '').split('\n')
  const isSeen =
    occurring.newest <= Number(storage.getItem(seenAlertKey)) &&
    occurring.troubles.every((trouble) => seen.includes(trouble))
  return isSeen ? loadTab(alertTabKey, alertStates, day, storage) : 'occurring'
}
