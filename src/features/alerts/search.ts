import * as z from 'zod/mini'
import { id } from '../../../contract/calls/wire.ts'
import { loadTab } from '../../lib/dayTab.ts'
import { type AlertFilters, type AlertState, alertStates } from '../../lib/queries/alerts.ts'
import { anId, optionalIds, optionalText } from '../../lib/searchParams.ts'
import { sortFields } from '../../ui/table/listSearch.ts'
import { dayOf, partsOfDay } from '../../ui/text/calendarDays.ts'

export const alertAssignee = z.union([z.enum(['me', 'none']), id])

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
  /** Who works on it: this user, nobody, or the user of this id. */
  assignee: z.catch(z.optional(alertAssignee), undefined),
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
    assignee,
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
    assignee,
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
  assignee: undefined,
  page: undefined,
} satisfies Partial<AlertSearch>

/** Search params of another tab: the filters that all tabs have stay. */
export const searchOfTab = (
  { meters, groups, units, from, to, assignee }: AlertSearch,
  tab: AlertState,
): AlertSearch => ({ tab, meters, groups, units, from, to, assignee })

export const isFiltered = ({
  meters,
  groups,
  units,
  from,
  to,
  confirmedBy,
  assignee,
}: AlertSearch): boolean =>
  [meters, groups, units, from, to, confirmedBy, assignee].some((each) => each !== undefined)

interface AlertView {
  label: string
  isChosen: boolean
  /** The search params with it, or without it where it is chosen. */
  next: AlertSearch
}

/** The filters that people use most. They can be combined. `today` is `YYYY-MM-DD` in the organization’s zone. */
export function viewsOf(search: AlertSearch, today: string): AlertView[] {
  const { assignee, from, to } = search
  const monday = mondayOf(today)
  const isThisWeek = from === monday && to === undefined
  const ofAssignee = (label: string, wanted: 'me' | 'none') => ({
    label,
    isChosen: assignee === wanted,
    next: { ...search, assignee: assignee === wanted ? undefined : wanted },
  })
  return [
    ofAssignee('自分の担当', 'me'),
    ofAssignee('未割当', 'none'),
    {
      label: '今週',
      isChosen: isThisWeek,
      next: { ...search, from: isThisWeek ? undefined : monday, to: undefined },
    },
  ]
}

function mondayOf(day: string): string {
  const [year, month, date] = partsOfDay(day)
  const weekday = new Date(Date.UTC(year, month - 1, date)).getUTCDay()
  return dayOf(year, month, date - ((weekday + 6) % 7))
}

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
