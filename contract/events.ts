import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What changed in the organization; screens that show it refetch. */
export const changedNouns = [
  'readings',
  'alerts',
  'meters',
  'devices',
  'groups',
  'inspections',
  'maps',
  'users',
] as const
export type ChangedNoun = (typeof changedNouns)[number]

/** `data` of the server-sent event `changed`. */
export const changedSchema = z.object({ noun: z.enum(changedNouns), meter_ids: z.optional(z.array(z.int())) })

export const eventEndpoints = {
  events: endpoint({
    method: 'GET',
    path: '/api/v1/events',
    access: 'user',
    summary:
      'Server-sent events: `changed` names what changed in the organization, `hello` opens the stream; a comment every 25 s keeps it alive',
    data: null,
    media: 'text/event-stream',
  }),
}
