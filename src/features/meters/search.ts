import * as z from 'zod/mini'
import { id, requiredText } from '../../../contract/wire.ts'
import { pageSizes } from '../../ui/table/pages.ts'

const typed = z.catch(z.optional(requiredText), undefined)
const chosen = z.catch(z.optional(z.array(id).check(z.minLength(1))), undefined)

/** What the address of the meter list holds. Whatever it cannot mean is left out rather than refused. */
export const meterSearch = z.object({
  text: typed,
  name: typed,
  device: typed,
  updated: typed,
  units: chosen,
  categories: chosen,
  groups: chosen,
  inspections: chosen,
  sort: z.catch(z.optional(z.enum(['name', 'updated'])), undefined),
  order: z.catch(z.optional(z.enum(['asc', 'desc'])), undefined),
  page: z.catch(z.optional(z.int().check(z.gte(2))), undefined),
  limit: z.catch(z.optional(z.literal(pageSizes)), undefined),
})
export type MeterSearch = z.output<typeof meterSearch>

/** Which of the search’s lists narrow the meters by what they refer to. */
export const narrowings = ['units', 'categories', 'groups', 'inspections'] as const
export type Narrowing = (typeof narrowings)[number]
export type Narrowed = Partial<Record<Narrowing, number[] | undefined>>

export const narrowingLabel: Record<Narrowing, string> = {
  units: '単位',
  categories: 'メーター種別',
  groups: 'メーターグループ',
  inspections: '点検グループ',
}

/** Whether anything is searched for or filtered. */
export const isNarrowed = ({ text, name, device, updated, ...rest }: MeterSearch): boolean =>
  [text, name, device, updated, ...narrowings.map((each) => rest[each])].some((part) => part !== undefined)

/** A filter that chooses nothing is no filter. */
export const listOf = (ids: number[] | undefined) => (ids && ids.length > 0 ? ids : undefined)
