import * as z from 'zod/mini'
import { id } from '../../../../contract/calls/wire.ts'
import { idListLimit } from '../../../../text/limits.ts'
import { anId, optionalIds } from '../../../lib/searchParams.ts'
import { pageFields } from '../../../ui/table/listSearch.ts'
import { type PeriodChoice, periods } from './period.ts'

const spanTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}-\d{2}-\d{2}$/))

const periodFields = {
  period: z.enum(periods),
  from: z.optional(spanTime),
  to: z.optional(spanTime),
}

/** Search params of tiles. Invalid values are dropped. */
export const tileSearch = z.object({
  period: z.catch(z.optional(periodFields.period), undefined),
  from: z.catch(periodFields.from, undefined),
  to: z.catch(periodFields.to, undefined),
  meters: optionalIds,
  inspections: optionalIds,
  ...pageFields,
  value: anId,
})
export type TileSearch = z.output<typeof tileSearch>

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

/** Page 1 and 50 a page are defaults, so neither is written. */
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

/** Ids to request; an empty choice requests all. */
export const requestedIds = (chosen: readonly number[], all: readonly { id: number }[] | undefined) =>
  all?.every((row) => chosen.includes(row.id)) ? [] : chosen

/** Keys in localStorage, one per list. */
const memories = {
  inspection: { period: 'inspectionSelectDate', filters: 'inspectionSelectFilters' },
  abnormal: { period: 'errorInspectionSelectDate', filters: 'errorInspectionSelectFilters' },
} as const
type TileList = keyof typeof memories

const rememberedPeriod = z.object(periodFields)
const rememberedFilters = z.object({ meters: z.array(id), inspections: z.array(id) })

export function saveFilters(list: TileList, filters: TileFilters, storage: Storage): void {
  const { choice, meters, inspections } = filters
  storage.setItem(memories[list].period, JSON.stringify(choice))
  storage.setItem(memories[list].filters, JSON.stringify({ meters, inspections }))
}

/** The stored filters; today's readings of all meters if missing or invalid. */
export function loadFilters(list: TileList, storage: Storage): TileFilters {
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
