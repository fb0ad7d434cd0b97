import { z } from 'zod'
import { id } from '../../../contract/wire.ts'
import { pageSizes } from '../../ui/pages.ts'
import { type PeriodChoice, periods } from './periods.ts'

const spanTime = z.string().regex(/^\d{4}-\d{2}-\d{2}-\d{2}-\d{2}$/)

const periodFields = {
  period: z.enum(periods),
  from: spanTime.optional(),
  to: spanTime.optional(),
}

/** What the address of the inspection data holds. Whatever it cannot mean is left out rather than refused. */
export const inspectionSearch = z.object({
  period: periodFields.period.optional().catch(undefined),
  from: periodFields.from.catch(undefined),
  to: periodFields.to.catch(undefined),
  meters: z.array(id).min(1).optional().catch(undefined),
  inspections: z.array(id).min(1).optional().catch(undefined),
  page: z.int().min(2).optional().catch(undefined),
  limit: z.literal(pageSizes).optional().catch(undefined),
  value: id.optional().catch(undefined),
})
export type InspectionSearch = z.output<typeof inspectionSearch>

/** Which readings a person chose to see. */
export interface InspectionFilters {
  choice: PeriodChoice
  meters: number[]
  inspections: number[]
}

export const filtersOf = (search: InspectionSearch): InspectionFilters => ({
  choice: { period: search.period ?? 'day', from: search.from, to: search.to },
  meters: search.meters ?? [],
  inspections: search.inspections ?? [],
})

/** The address of these filters. Other filters begin on page 1 with 50 a page, so neither stands in it. */
export function searchOf({ choice, meters, inspections }: InspectionFilters): InspectionSearch {
  const range = choice.period === 'range'
  return {
    period: choice.period,
    ...(range && choice.from !== undefined && { from: choice.from }),
    ...(range && choice.to !== undefined && { to: choice.to }),
    ...(meters.length > 0 && { meters }),
    ...(inspections.length > 0 && { inspections }),
  }
}

const periodKey = 'inspectionSelectDate'
const filtersKey = 'inspectionSelectFilters'

const rememberedPeriod = z.object(periodFields)
const rememberedFilters = z.object({ meters: z.array(id), inspections: z.array(id) })

/** Keeps a choice for the next visit. */
export function rememberFilters({ choice, meters, inspections }: InspectionFilters, storage: Storage): void {
  storage.setItem(periodKey, JSON.stringify(choice))
  storage.setItem(filtersKey, JSON.stringify({ meters, inspections }))
}

/** The last choice; a day of everything when there is none, or none that can be understood. */
export function recallFilters(storage: Storage): InspectionFilters {
  const choice = stored(rememberedPeriod, storage.getItem(periodKey)) ?? { period: 'day' as const }
  const lists = stored(rememberedFilters, storage.getItem(filtersKey)) ?? { meters: [], inspections: [] }
  return { choice, ...lists }
}

function stored<S extends z.ZodType>(schema: S, json: string | null): z.output<S> | undefined {
  if (json === null) return undefined
  try {
    return schema.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}
