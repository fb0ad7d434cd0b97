import * as z from 'zod/mini'
import { described } from './described.ts'
import { id } from './wire.ts'

/** 0 active, 1 stopped, 2 deleted. */
export const organizationStatus = { active: 0, stopped: 1, deleted: 2 } as const

export const organizationSchema = z
  .object({
    id,
    name: z.string(),
    code: z.string(),
    time_zone: described(z.string(), 'IANA name; local times on the wire are in this zone'),
    use_ai_boost: z.boolean(),
    filling: described(
      z.optional(z.object({ done: z.int(), total: z.int() })),
      'while the demonstration is being filled: days of readings that are there',
    ),
  })
  .register(z.globalRegistry, { id: 'Organization' })
export type Organization = z.infer<typeof organizationSchema>
