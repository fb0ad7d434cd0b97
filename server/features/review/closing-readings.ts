import type { Session } from '../../api/call.ts'
import { type Database, queueTimeout, type Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { type ClosingOfReading, findReadingsToReview } from '../closings/index.ts'

/** Boards are computed from the ledger, which is too much for each number in a menu. Milliseconds. */
const maxAge = 5 * 60_000

/** Ids of closing readings that fail a check, by organization. */
const known = new WeakMap<Database, Map<number, { at: number; ids: readonly number[] }>>()

type Owner = Pick<Session, 'organizationId' | 'timeZone'>
type Parts = Pick<Deps, 'database' | 'clock'>

/** Returns the closing readings of open months that fail a check. The menu's number follows them from then on. */
export async function findClosings(
  { database, clock }: Parts,
  tx: Tx,
  owner: Owner,
): Promise<Map<number, ClosingOfReading>> {
  const now = clock()
  const found = await findReadingsToReview(tx, owner, now)
  const ofDatabase = known.get(database) ?? new Map()
  known.set(database, ofDatabase.set(owner.organizationId, { at: now.getTime(), ids: [...found.keys()] }))
  return found
}

/** Returns the ids of the same readings as found in the last minutes. Boards are computed for one caller at a time. */
export async function closingIdsOf(parts: Parts, owner: Owner): Promise<readonly number[]> {
  const { database, clock } = parts
  const { organizationId } = owner
  const recent = () => {
    const last = known.get(database)?.get(organizationId)
    return last !== undefined && clock().getTime() - last.at < maxAge ? last.ids : undefined
  }
  const share = `heavy queries of ${organizationId}`
  const find = (tx: Tx) => findClosings(parts, tx, owner)
  return (
    recent() ??
    database.heavyQueries.run(
      { owner: share, timeout: queueTimeout },
      async () =>
        recent() ?? [
          ...(await database.inOrganization(organizationId, null, find, 'read only', share)).keys(),
        ],
    )
  )
}
