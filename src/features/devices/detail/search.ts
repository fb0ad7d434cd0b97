import * as z from 'zod/mini'

const optionalDay = z.catch(z.optional(z.iso.date()), undefined)

/** Search params of a device's detail; days are those of the graph. */
export const deviceDetailSearch = z.object({
  tab: z.catch(z.optional(z.literal('signal')), undefined),
  from: optionalDay,
  to: optionalDay,
})
export type DeviceDetailSearch = z.output<typeof deviceDetailSearch>
