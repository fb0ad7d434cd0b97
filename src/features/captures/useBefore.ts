import { useState } from 'react'
import type { Meter } from '../../../contract/meters.ts'

/**
 * The meter with the readings that were known when the shutter was pressed: once the photograph is sent, the server
 * names it as the last one. `aiming`: nothing has been photographed yet.
 */
export function useBefore(meter: Meter, aiming: boolean): Meter {
  const [before, setBefore] = useState(meter)
  const latest = aiming || before.id !== meter.id
  if (latest && before !== meter) setBefore(meter)
  return latest ? meter : { ...meter, evidence: before.evidence, last_reading: before.last_reading }
}
