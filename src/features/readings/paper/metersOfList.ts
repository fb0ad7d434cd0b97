import type { Meter } from '../../../../contract/meters.ts'
import type { Round } from '../../../../contract/rounds.ts'
import type { PaperSearch } from './search.ts'

const collator = new Intl.Collator('ja', { numeric: true })

/** As ledgers are ordered: by 管理番号, and those without one behind, by name. */
const byCode = (a: Meter, b: Meter): number =>
  Number(a.code === null) - Number(b.code === null) ||
  collator.compare(a.code ?? '', b.code ?? '') ||
  collator.compare(a.name, b.name)

/** The meters of a list by 管理番号; those of a round in its order, before the others of their inspection group. */
export function metersOfList(
  meters: readonly Meter[],
  rounds: readonly Round[],
  { inspection, group }: PaperSearch,
): Meter[] {
  if (inspection === undefined)
    return meters
      .filter(({ meter_group_id }) => group !== undefined && meter_group_id === group)
      .toSorted(byCode)
  const stops = rounds.find(({ inspection_id }) => inspection_id === inspection)?.stops ?? []
  const places = new Map(stops.map(({ meter_id }, place) => [meter_id, place]))
  const placeOf = ({ id }: Meter) => places.get(id) ?? stops.length
  return meters
    .filter(({ inspection_id }) => inspection_id === inspection)
    .toSorted((a, b) => placeOf(a) - placeOf(b) || byCode(a, b))
}
