import { isDuplicate } from '../../../contract/values/consumption.ts'
import type { Tx } from '../../db/client.ts'
import type { MeterKey } from '../../db/reading-order.ts'
import { countersOf, findPredecessors } from '../readings/index.ts'
import type { ReplacementRow } from './repository.ts'

/** Ids of a meter’s replacements, given latest first, that consumption does not count. */
export async function duplicatesAmong(
  tx: Tx,
  { organizationId, id: meterId }: MeterKey,
  rows: readonly ReplacementRow[],
): Promise<Set<number>> {
  const counter = (await countersOf(tx, organizationId, [meterId])).get(meterId)
  if (counter === undefined) return new Set()
  const replaced = rows.toReversed().map((row) => ({
    id: row.id,
    meterId,
    at: row.at.getTime(),
    value: null,
    oldEnd: row.old_end_value,
    newStart: row.new_start_value,
  }))
  const before = await findPredecessors(tx, organizationId, replaced)
  return new Set(
    replaced.flatMap((each, index) =>
      isDuplicate(each, replaced[index - 1], before.get(each.id), counter) ? [each.id] : [],
    ),
  )
}
