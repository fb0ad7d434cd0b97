import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, requiredText } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'

/** What the search finds, in the order of the answer. */
export const foundTypes = ['meter', 'group', 'inspection', 'device', 'cost-bearer', 'map', 'user'] as const
export type FoundType = (typeof foundTypes)[number]

/** Most rows of each type. */
export const foundLimit = 10

const foundSchema = z
  .object({
    type: z.enum(foundTypes),
    id,
    name: z.string(),
    details: withDescription(
      z.array(z.string()),
      'searched as well: code and place of a meter, serial number of a device, e-mail address of a user',
    ),
  })
  .register(z.globalRegistry, { id: 'Found' })
export type Found = z.infer<typeof foundSchema>

export const searchEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/api/v1/search',
    access: 'user',
    summary: 'Find meters, groups, devices and more by name; users for signed-in administrators only',
    query: z.object({
      text: withDescription(
        requiredText.check(z.maxLength(100)),
        'words that are all contained; width, letter case and kana do not matter',
      ),
    }),
    data: withDescription(
      z.array(foundSchema),
      `by type, at most ${foundLimit} of each: first what equals the text, then where it is found earliest`,
    ),
  }),
}
