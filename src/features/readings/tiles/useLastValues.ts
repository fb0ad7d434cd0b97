import { useQuery } from '@tanstack/react-query'
import type { Meter } from '../../../../contract/meters.ts'
import { type Held, useHeld } from '../../../lib/held/held.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import type { ReadingFilters } from '../../../lib/queries/readings.ts'
import { isAsked } from './useHeldTiles.ts'

type Last = NonNullable<Meter['last_reading']>

/** The newest value of a meter: on this phone only, or as the list of meters has it. */
export type LastOfMeter = { meter: Meter } & ({ held: Held } | { held?: undefined; last: Last })

const timeOf = (one: LastOfMeter) => (one.held ? one.held.at : Date.parse(one.last.created_at))

/** The newest value of each meter that the filters name, whatever the period; newest first. None for null. */
export function useLastValues(asked: ReadingFilters | null): { lasts: LastOfMeter[]; fetchedAt: number } {
  const { data: meters = [], dataUpdatedAt: fetchedAt } = useQuery(metersQuery)
  const all = useHeld()
  if (asked === null) return { lasts: [], fetchedAt }
  const lasts = meters
    .flatMap((meter): LastOfMeter[] => {
      const held = all.get(meter.id)
      const last = meter.last_reading
      const abnormal = held ? held.abnormal : last?.is_abnormal === true
      if (!isAsked(asked, meter, abnormal)) return []
      if (held) return [{ meter, held }]
      return last ? [{ meter, last }] : []
    })
    .toSorted((a, b) => timeOf(b) - timeOf(a))
  return { lasts, fetchedAt }
}
