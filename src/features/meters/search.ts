import { z } from 'zod'
import { id, requiredText } from '../../../contract/wire.ts'
import { pageSizes } from '../../ui/pages.ts'

const typed = requiredText.optional().catch(undefined)
const chosen = z.array(id).min(1).optional().catch(undefined)

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
  sort: z.enum(['name', 'updated']).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: z.int().min(2).optional().catch(undefined),
  limit: z.literal(pageSizes).optional().catch(undefined),
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
