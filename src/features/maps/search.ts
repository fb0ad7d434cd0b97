import * as z from 'zod/mini'
import { optionalText } from '../../lib/searchParams.ts'
import { sortFields } from '../../ui/table/listSearch.ts'
import { pinFilters } from './detail/pinStates.ts'

/** Search params of the maps screen. */
export const mapSearch = z.object({
  name: optionalText,
  description: optionalText,
  area: optionalText,
  time: optionalText,
  ...sortFields(['name', 'time']),
})
export type MapSearch = z.output<typeof mapSearch>

/** Search params of one map: which pins are shown; all is the default and not written. */
export const pinSearch = z.object({ show: z.catch(z.optional(z.enum(pinFilters)), undefined) })
export type PinSearch = z.output<typeof pinSearch>
