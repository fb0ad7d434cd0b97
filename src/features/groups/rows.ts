import type { Group } from '../../../contract/groups.ts'
import type { Inspection } from '../../../contract/inspections.ts'
import { searchText } from '../../../contract/searchText.ts'
import { fullTime } from '../../ui/text/timeWords.ts'
import type { GroupSearch } from './search.ts'

/** A row of either table. */
export interface GroupRow {
  id: number
  name: string
  /** Empty for inspection groups: they have none. */
  description: string
  /** The time that the table shows: of the creation for meter groups, of the last change for inspection groups. */
  at: string
  /** The same to the second, in the organization’s zone. */
  time: string
}

export const rowsOfGroups = (groups: readonly Group[], zone: string): GroupRow[] =>
  groups.map(({ id, name, description, created_at: at }) => ({
    id,
    name,
    description,
    at,
    time: fullTime(Date.parse(at), zone),
  }))

export const rowsOfInspections = (inspections: readonly Inspection[], zone: string): GroupRow[] =>
  inspections.map(({ id, name, updated_at: at }) => ({
    id,
    name,
    description: '',
    at,
    time: fullTime(Date.parse(at), zone),
  }))

const holds = (text: string, typed: string | undefined) =>
  typed === undefined || searchText(text).includes(searchText(typed))

const collator = new Intl.Collator('ja', { numeric: true })

/** The rows that the search leaves, in its order. */
export function selectRows(rows: readonly GroupRow[], search: GroupSearch): GroupRow[] {
  const direction = search.order === 'desc' ? -1 : 1
  const compare =
    search.sort === 'time'
      ? (a: GroupRow, b: GroupRow) => Date.parse(a.at) - Date.parse(b.at)
      : (a: GroupRow, b: GroupRow) => collator.compare(a.name, b.name)
  return rows
    .filter(
      ({ name, description, time }) =>
        holds(name, search.name) && holds(description, search.description) && holds(time, search.time),
    )
    .sort((a, b) => direction * compare(a, b) || a.id - b.id)
}
