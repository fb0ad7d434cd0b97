import type { Meter } from '../../../../../contract/meters.ts'
import { countsUp } from '../../../../lib/meters/countsUp.ts'
import { nameIn, useMasters } from '../../../../lib/queries/masters.ts'
import { earlierReadingsQuery } from '../../../../lib/queries/readings.ts'
import { EarlierReadings } from '../../../../shared/readings/EarlierReadings.tsx'

interface Props {
  meter: Meter
  /** Edited settings of the meter. */
  changes: Partial<Meter>
}

/** Says before saving what changed settings of a meter do to the readings that are there. */
export function MeterEffect({ meter, changes }: Props) {
  const masters = useMasters('categories', 'units')
  const displayOf = (shown: Meter) => ({
    unit: nameIn(masters.units, shown.meter_unit_id) ?? '',
    decimals: shown.decimal_point,
    isCounted: countsUp(shown, masters),
  })
  return (
    <EarlierReadings
      query={earlierReadingsQuery(meter.id)}
      before={displayOf(meter)}
      after={displayOf({ ...meter, ...changes })}
    />
  )
}
