import { useQueries } from '@tanstack/react-query'
import type { Category } from '../../../contract/categories.ts'
import type { Group } from '../../../contract/groups.ts'
import type { Inspection } from '../../../contract/inspections.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { Named } from '../../ui/table/column.ts'
import { categoriesQuery } from './categories.ts'
import { groupsQuery } from './groups.ts'
import { inspectionsQuery } from './inspections.ts'
import { metersQuery } from './meters.ts'
import { unitsQuery } from './units.ts'

const queries = {
  meters: metersQuery,
  units: unitsQuery,
  categories: categoriesQuery,
  groups: groupsQuery,
  inspections: inspectionsQuery,
}

/** Lists that others choose from and are named by. */
export interface Masters {
  meters: readonly Meter[]
  units: readonly Named[]
  categories: readonly Category[]
  groups: readonly Group[]
  inspections: readonly Inspection[]
}

const none: never[] = []

/** The lists that are asked for; each is empty until it is here. */
export function useMasters<Noun extends keyof Masters>(...nouns: Noun[]): Pick<Masters, Noun> {
  // One type for all of them; whose rows they are, `Masters` says.
  const answers = useQueries({ queries: nouns.map((noun) => queries[noun] as typeof unitsQuery) })
  const rows: object = Object.fromEntries(nouns.map((noun, index) => [noun, answers[index]?.data ?? none]))
  return rows as Masters
}

/** The name of the row with this id. */
export const nameIn = (rows: readonly Named[], id: number | null): string | undefined =>
  rows.find((row) => row.id === id)?.name
