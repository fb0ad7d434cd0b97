import { and, asc, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { allows } from '../../../contract/access.ts'
import { type Found, type FoundType, foundLimit } from '../../../contract/search.ts'
import { searchText } from '../../../text/searchText.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import {
  costBearers,
  devices,
  groups,
  inspections,
  maps,
  memberships,
  meters,
  users,
} from '../../db/schema.ts'
import { searchable } from '../../db/searchable.ts'
import { shownTo } from '../users/index.ts'

interface Source {
  type: FoundType
  table: PgTable & { id: PgColumn }
  name: PgColumn
  details?: PgColumn[]
  /** Name and details as `searchText` writes them, one per line. */
  searched: SQL
  where: SQL | undefined
}

/** Maintained by PostgreSQL: computed for each call it takes a second at 10,000 meters. */
const stored = (table: PgTable) => sql`${table}.search_text`

const named = (
  type: FoundType,
  table: typeof groups | typeof inspections | typeof costBearers | typeof maps,
) => ({
  type,
  table,
  name: table.name,
  searched: searchable(table.name),
})

/** What the user may look up, in the order of the answer. */
function sourcesFor(tx: Tx, { organizationId, role, key }: Session): Source[] {
  const own = (table: { organizationId: PgColumn }) => eq(table.organizationId, organizationId)
  const member = tx
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(own(memberships), eq(memberships.userId, users.id), shownTo(role)))
  const everyone: Source[] = [
    {
      type: 'meter',
      table: meters,
      name: meters.name,
      details: [meters.code, meters.placeNote],
      searched: stored(meters),
      where: own(meters),
    },
    { ...named('group', groups), where: own(groups) },
    { ...named('inspection', inspections), where: own(inspections) },
    {
      type: 'device',
      table: devices,
      name: devices.name,
      details: [devices.serialNumber],
      searched: stored(devices),
      where: and(own(devices), isNull(devices.deletedAt)),
    },
    { ...named('cost-bearer', costBearers), where: own(costBearers) },
    { ...named('map', maps), where: own(maps) },
  ]
  // As the list of users, which is refused to keys.
  if (!allows('admin', role) || key !== null) return everyone
  return [
    ...everyone,
    {
      type: 'user',
      table: users,
      name: users.username,
      details: [users.email],
      searched: searchable(sql`${users.username} || E'\n' || ${users.email}`),
      where: exists(member),
    },
  ]
}

async function find(tx: Tx, source: Source, text: string): Promise<Found[]> {
  const { type, table, name, details = [], searched, where } = source
  const words = text.split(/\s+/)
  const placeOf = (part: string) => sql`position(${part} in ${searched})`
  const isEqual = sql`position(${`\n${text}\n`} in E'\n' || ${searched} || E'\n') > 0`
  const rows = await tx
    .select({
      id: sql`${table.id}`.mapWith(Number),
      name: sql<string>`${name}`,
      details: sql<
        string[]
      >`array_remove(array_remove(array[${sql.join(details, sql`, `)}]::text[], null), '')`,
    })
    .from(table)
    .where(and(where, ...words.map((word) => sql`${placeOf(word)} > 0`)))
    .orderBy(sql`${isEqual} desc`, placeOf(words[0] ?? ''), asc(name), asc(table.id))
    .limit(foundLimit)
  return rows.map((row) => ({ type, ...row }))
}

/** Finds rows of the session’s organization, with one statement for each type. */
export async function search(tx: Tx, session: Session, typed: string): Promise<Found[]> {
  const text = searchText(typed).trim()
  const found: Found[] = []
  if (text === '') return found
  for (const source of sourcesFor(tx, session)) found.push(...(await find(tx, source, text)))
  return found
}
