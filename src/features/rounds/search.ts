import * as z from 'zod/mini'
import { anId } from '../../lib/searchParams.ts'

export const roundsSearch = z.object({
  /** 今日 is the default and not written. */
  tab: z.catch(z.optional(z.literal('past')), undefined),
  /** Past rounds of this inspection group. */
  inspection: anId,
})
export type RoundsSearch = z.output<typeof roundsSearch>

/** Which meters of a round are shown; all is the default and not written. */
export const stopFilters = ['left', 'skipped', 'trouble'] as const
export type StopFilter = (typeof stopFilters)[number]

export const roundSearch = z.object({ show: z.catch(z.optional(z.enum(stopFilters)), undefined) })
export type RoundSearch = z.output<typeof roundSearch>
