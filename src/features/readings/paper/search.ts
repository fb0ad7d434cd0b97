import * as z from 'zod/mini'
import type { Meter } from '../../../../contract/meters.ts'
import type { Round } from '../../../../contract/rounds.ts'
import { anId } from '../../../lib/searchParams.ts'

/** The group whose meters are on the paper: of inspection or of meters. */
export const paperSearch = z.object({ inspection: anId, group: anId })
export type PaperSearch = z.output<typeof paperSearch>

/** Names a list on this device, and in the choice of lists; null: none is chosen. */
export const listName = ({ inspection, group }: PaperSearch): string | null =>
  inspection === undefined ? (group === undefined ? null : `group:${group}`) : `inspection:${inspection}`

/** Inverse of `listName`. */
export function searchOfList(name: string): PaperSearch {
  const [kind, id] = name.split(':')
  return kind === 'group' ? { group: Number(id) } : { inspection: Number(id) }
}

/** The meters of a list; those of a round in its order, before the others of their inspection group. */
export function metersOfList(
  meters: readonly Meter[],
  rounds: readonly Round[],
  { inspection, group }: PaperSearch,
): Meter[] {
  if (inspection === undefined)
    return meters.filter(({ meter_group_id }) => group !== undefined && meter_group_id === group)
  const stops = rounds.find(({ inspection_id }) => inspection_id === inspection)?.stops ?? []
  const places = new Map(stops.map(({ meter_id }, place) => [meter_id, place]))
  const placeOf = ({ id }: Meter) => places.get(id) ?? stops.length
  return meters
    .filter(({ inspection_id }) => inspection_id === inspection)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}
