import type { Tx } from '../../db/client.ts'
import { meterIdsOf } from './count-rounds.ts'
import { listGroups, type RoundRow, visitedMeters } from './repository.ts'
import { countsOf, isLeft, stopsOf } from './stops.ts'

/** Returns the present counts of a round, the names of the meters that are left, and the user in charge. */
export async function stateOfRound(tx: Tx, organizationId: number, round: RoundRow) {
  const groups = await listGroups(tx, organizationId, round.inspectionId)
  const visited = await visitedMeters(tx, organizationId, groups, round.inspectionId)
  const scope = { ...round, meterIds: meterIdsOf(round, { visited }) }
  const [stops = []] = await stopsOf(tx, organizationId, [scope])
  return {
    assignee: groups[0]?.assignee ?? null,
    ...countsOf(stops),
    left: stops.filter(isLeft).map((stop) => stop.meter_name),
  }
}
