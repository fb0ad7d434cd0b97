import type { Round } from '../../../contract/rounds.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { presenterFor } from '../../presenter.ts'
import { periodAt } from './period.ts'
import { presentRound } from './present.ts'
import { type GroupRow, listGroups, presentRounds, visitedMeters } from './repository.ts'
import { stopsOf } from './stops.ts'

/** The round of now of each group with meters that are read by phone, in four queries however many there are. */
export async function listRounds(deps: Deps, session: Session, tx: Tx): Promise<Round[]> {
  const groups = await listGroups(tx, session.organizationId)
  const visited = await visitedMeters(tx, session.organizationId, groups)
  const walked = groups.filter(({ id }) => visited.get(id)?.length)
  return roundsOf(deps, session, tx, walked, visited)
}

/** The round of now of one group, also of one without meters. */
export async function findRound(deps: Deps, session: Session, tx: Tx, id: number): Promise<Round> {
  const groups = await listGroups(tx, session.organizationId, id)
  const visited = await visitedMeters(tx, session.organizationId, groups, id)
  const [round] = await roundsOf(deps, session, tx, groups, visited)
  if (round === undefined) throw new Failure('not_found')
  return round
}

async function roundsOf(
  deps: Deps,
  session: Session,
  tx: Tx,
  groups: readonly GroupRow[],
  visited: Awaited<ReturnType<typeof visitedMeters>>,
): Promise<Round[]> {
  const { organizationId, timeZone } = session
  const now = deps.clock()
  const present = presenterFor(deps, session)
  const periods = groups.map((group) => periodAt(group, timeZone, now))
  const scopes = periods.map((period, index) => ({
    ...period,
    meterIds: (visited.get(groups[index]?.id ?? 0) ?? []).map(({ id }) => id),
  }))
  const stops = await stopsOf(tx, organizationId, scopes)
  const stored = new Map(
    (await presentRounds(tx, organizationId, now)).map((row) => [keyOf(row.inspectionId, row.beginsAt), row]),
  )
  return groups.flatMap((group, index) => {
    const period = periods[index]
    if (period === undefined) return []
    const row = stored.get(keyOf(group.id, period.beginsAt))
    return [presentRound(group, period, stops[index] ?? [], row, present)]
  })
}

const keyOf = (inspectionId: number, beginsAt: Date) => `${inspectionId} ${beginsAt.getTime()}`
