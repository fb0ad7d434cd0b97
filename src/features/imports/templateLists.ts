import type { QueryClient } from '@tanstack/react-query'
import type { ReferenceList } from '../../../contract/import/columns.ts'
import type { ImportTarget } from '../../../contract/import/importTargets.ts'
import { importNouns } from '../../../contract/import/nouns.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { costBearersQuery } from '../../lib/queries/costBearers.ts'
import { devicesQuery } from '../../lib/queries/devices.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import type { TemplateLists } from './importTemplate.ts'

interface Named {
  name: string
  status?: number
}

/** Meters are not listed: a parent is typed by its 管理番号. */
const readers: Record<
  Exclude<ReferenceList, 'meters'>,
  (client: QueryClient) => Promise<readonly Named[]>
> = {
  units: (client) => client.query(unitsQuery),
  categories: (client) => client.query(categoriesQuery),
  groups: (client) => client.query(groupsQuery),
  inspections: (client) => client.query(inspectionsQuery),
  cost_bearers: (client) => client.query(costBearersQuery),
  devices: async (client) => (await client.query(devicesQuery)).map(({ name }) => ({ name })),
}

/** Returns the names that can be chosen in the columns of a noun. Disabled ones cannot. */
export async function templateLists(client: QueryClient, noun: ImportTarget): Promise<TemplateLists> {
  const lists = importNouns[noun].columns.flatMap(({ reference }) =>
    reference === undefined || reference === 'meters' ? [] : [reference],
  )
  const named = lists.map(async (list) => {
    const rows = await readers[list](client)
    return [list, rows.filter(({ status = 0 }) => status === 0).map(({ name }) => name)] as const
  })
  return Object.fromEntries(await Promise.all(named))
}
