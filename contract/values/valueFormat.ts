import * as z from 'zod/mini'

/** The unit and the decimals with which a meter's values were shown. */
export const valueFormatSchema = z.object({ unit: z.string(), decimals: z.nullable(z.int()) })
export type ValueFormat = z.infer<typeof valueFormatSchema>
