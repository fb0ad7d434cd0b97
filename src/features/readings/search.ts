import * as z from 'zod/mini'
import { id, idListLimit } from '../../../contract/wire.ts'
import { anId, pageFields, someIds } from '../../ui/table/listSearch.ts'
import { type PeriodChoice, periods } from './period.ts'

const spanTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}-\d{2}-\d{2}$/))

const periodFields = {
  period: z.enum(periods),
  from: z.optional(spanTime),
  to: z.optional(spanTime),
}

/** What the address of tiles holds. Whatever it cannot mean is left out rather than refused. */
export const tileSearch = z.object({
  period: z.catch(z.optional(periodFields.period), undefined),
  from: z.catch(periodFields.from, undefined),
  to: z.catch(periodFields.to, undefined),
  meters: someIds,
  inspections: someIds,
  ...pageFields,
  value: anId,
})
export type TileSearch = z.output<typeof tileSearch>

/** Which readings a person chose to see. */
export interface TileFilters {
  choice: PeriodChoice
  meters: number[]
  inspections: number[]
}

export const filtersOf = (search: TileSearch): TileFilters => ({
  choice: { period: search.period ?? 'day', from: search.from, to: search.to },
  meters: search.meters?.slice(0, idListLimit) ?? [],
  inspections: search.inspections?.slice(0, idListLimit) ?? [],
})

/** The address of these filters. Other filters begin on page 1 with 50 a page, so neither stands in it. */
export function searchOf({ choice, meters, inspections }: TileFilters): TileSearch {
  const range = choice.period === 'range'
  return {
    period: choice.period,
    ...(range && choice.from !== undefined && { from: choice.from }),
    ...(range && choice.to !== undefined && { to: choice.to }),
    ...(meters.length > 0 && { meters }),
    ...(inspections.length > 0 && { inspections }),
  }
}

/** Rows to ask for, where everything is asked for by naming none. */
export const askedOf = (chosen: readonly number[], all: readonly { id: number }[] | undefined) =>
  all?.every((row) => chosen.includes(row.id)) ? [] : chosen

/** Names in localStorage: 点検データ and 異常データ each keep their own choice. */
const memories = {
  inspection: { period: 'inspectionSelectDate', filters: 'inspectionSelectFilters' },
  abnormal: { period: 'errorInspectionSelectDate', filters: 'errorInspectionSelectFilters' },
} as const
type TileList = keyof typeof memories

const rememberedPeriod = z.object(periodFields)
const rememberedFilters = z.object({ meters: z.array(id), inspections: z.array(id) })

/** Keeps a choice for the next visit. */
export function rememberFilters(list: TileList, filters: TileFilters, storage: Storage): void {
  const { choice, meters, inspections } = filters
  storage.setItem(memories[list].period, JSON.stringify(choice))
  storage.setItem(memories[list].filters, JSON.stringify({ meters, inspections }))
}

/** The last choice; a day of everything when there is none, or none that can be understood. */
export function recallFilters(list: TileList, storage: Storage): TileFilters {
  const { period, filters } = memories[list]
  const choice = stored(rememberedPeriod, storage.getItem(period)) ?? { period: 'day' as const }
  const lists = stored(rememberedFilters, storage.getItem(filters)) ?? { meters: [], inspections: [] }
  return { choice, ...lists }
}

function stored<S extends z.ZodMiniType>(schema: S, json: string | null): z.output<S> | undefined {
  if (json === null) return undefined
  try {
    return schema.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}
