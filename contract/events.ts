import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { countParam } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'

/**
 * What changed in the organization; screens that show it refetch. `organization`: what everybody is told of it at sign-in;
 * `closings`: closing cycles, closed months and estimates.
 */
export const changedNouns = [
  'readings',
  'alerts',
  'meters',
  'devices',
  'groups',
  'inspections',
  'cost-bearers',
  'closings',
  'rounds',
  'maps',
  'users',
  'organization',
] as const
export type ChangedNoun = (typeof changedNouns)[number]

/** `data` of the server-sent event `changed`. */
export const changedSchema = z.object({ noun: z.enum(changedNouns), meter_ids: z.optional(z.array(z.int())) })

/** `data` of the server-sent event `hello`. `complete`: what changed in the time that `since` names is told after it. */
export const helloSchema = z.object({ complete: z.optional(z.boolean()) })

export const eventEndpoints = {
  events: endpoint({
    method: 'GET',
    path: '/api/v1/events',
    access: 'user',
    sessionOnly: true,
    summary:
      'Server-sent events: `changed` names what changed in the organization, `hello` opens the stream; a comment every 25 s keeps it alive',
    query: z.object({
      since: withDescription(
        z.optional(countParam),
        'milliseconds: what changed in the last so many is told at once, where the server knows it (`hello` with `complete`)',
      ),
    }),
    data: null,
    media: 'text/event-stream',
  }),
}
