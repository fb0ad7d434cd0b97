import { useQuery } from '@tanstack/react-query'
import type { Category, CategoryType } from '../../../contract/categories.ts'
import type { Group } from '../../../contract/groups.ts'
import type { Inspection } from '../../../contract/inspections.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { Unit } from '../../../contract/units.ts'
import type { NamedRow } from '../../ui/table/column.ts'
import { categoriesQuery } from './categories.ts'
import { groupsQuery } from './groups.ts'
import { inspectionsQuery } from './inspections.ts'
import { metersQuery } from './meters.ts'
import { unitsQuery } from './units.ts'

/** Lists that others choose from and are named by. */
export interface Masters {
  meters: readonly Meter[]
  units: readonly Unit[]
  categories: readonly Category[]
  groups: readonly Group[]
  inspections: readonly Inspection[]
}

const none: never[] = []

/** The lists that are asked for; each is empty until it is here. */
export function useMasters<Noun extends keyof Masters>(...nouns: Noun[]): Pick<Masters, Noun> {
  const asked: readonly string[] = nouns
  const { data: meters = none } = useQuery({ ...metersQuery, subscribed: asked.includes('meters') })
  const { data: units = none } = useQuery({ ...unitsQuery, subscribed: asked.includes('units') })
  const { data: categories = none } = useQuery({
    ...categoriesQuery,
    subscribed: asked.includes('categories'),
  })
  const { data: groups = none } = useQuery({ ...groupsQuery, subscribed: asked.includes('groups') })
  const { data: inspections = none } = useQuery({
    ...inspectionsQuery,
    subscribed: asked.includes('inspections'),
  })
  const masters: Masters = { meters, units, categories, groups, inspections }
  return masters
}

/** Returns the type of the category with this id: undefined while the categories load, null without such a category. */
export function useCategoryType(id: number | null): CategoryType | null | undefined {
  const { data: categories } = useQuery(categoriesQuery)
  if (id === null) return null
  return categories && (categories.find((each) => each.id === id)?.type ?? null)
}

/** The name of the row with this id. */
export const nameIn = (rows: readonly NamedRow[], id: number | null): string | undefined =>
  rows.find((row) => row.id === id)?.name
