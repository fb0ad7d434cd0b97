import * as z from 'zod/mini'
import { deviceSearch } from '../../features/devices/search.ts'

/** Search params of an organization: those of its camera list, and the tab that is reached by its address alone. */
export const organizationDetailSearch = z.extend(deviceSearch, {
  tab: z.catch(z.optional(z.literal('error')), undefined),
})
export type OrganizationDetailSearch = z.output<typeof organizationDetailSearch>
