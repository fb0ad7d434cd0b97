import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { Meter } from '../../../../contract/meters.ts'
import type { Reading } from '../../../../contract/readings.ts'
import type { Span } from '../../../../contract/time/spans.ts'
import { type Held, useHeld } from '../../../lib/held/held.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import type { ReadingFilters } from '../../../lib/queries/readings.ts'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { spanTime } from '../../../ui/text/localTime.ts'

export interface HeldOfMeter {
  held: Held
  meter: Meter
}

const isAllowed = (ids: readonly number[], id: number | null) =>
  ids.length === 0 || (id !== null && ids.includes(id))

/** Whether the filters name the meter, and its value as it stands. */
export const isAsked = (
  { meterIds, inspectionIds, abnormal: onlyAbnormal = false }: ReadingFilters,
  meter: Meter,
  abnormal: boolean,
): boolean =>
  isAllowed(meterIds, meter.id) &&
  isAllowed(inspectionIds, meter.inspection_id) &&
  (abnormal || !onlyAbnormal)

const isWithin = ({ from, to }: Span, time: string) =>
  (from === null || from <= time) && (to === null || time.slice(0, to.length) <= to)

/** What this phone holds of the readings that a list asks for and does not show yet, newest first. */
export function useHeldTiles(
  filters: ReadingFilters,
  listed: readonly (Reading | undefined)[],
): HeldOfMeter[] {
  const zone = use(TimeZone)
  const { data: meters = [] } = useQuery(metersQuery)
  const all = useHeld()
  if (all.size === 0) return []
  const shown = new Set(listed.map((reading) => reading?.id))
  return meters
    .flatMap((meter): HeldOfMeter[] => {
      const held = all.get(meter.id)
      const asked =
        held !== undefined &&
        isAsked(filters, meter, held.abnormal) &&
        isWithin(filters.span, spanTime(held.at, zone)) &&
        !(held.readingId !== null && shown.has(held.readingId))
      return asked ? [{ held, meter }] : []
    })
    .toSorted((a, b) => b.held.at - a.held.at)
}
