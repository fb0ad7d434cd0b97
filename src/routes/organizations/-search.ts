import * as z from 'zod/mini'
import { deviceSearch } from '../../features/devices/search.ts'
import { llmSearch } from '../../features/organizations/llmSearch.ts'
import { userSearch } from '../../features/users/search.ts'
import { sortFields } from '../../ui/table/listSearch.ts'

/** Search params of an organization: those of its lists, and the tab that is reached by its address alone. */
export const organizationDetailSearch = z.object({
  ...deviceSearch.shape,
  ...userSearch.shape,
  ...llmSearch.shape,
  ...sortFields([
    'name',
    'battery',
    'signal',
    'measured',
    'heard',
    'rate',
    'count',
    'running',
    'retry',
    'email',
    'role',
  ]),
  tab: z.catch(z.optional(z.literal('error')), undefined),
})
export type OrganizationDetailSearch = z.output<typeof organizationDetailSearch>
