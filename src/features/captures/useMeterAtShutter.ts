import { useState } from 'react'
import type { Meter } from '../../../contract/meters.ts'

/**
 * The meter with the readings known at the shutter: after sending, the server names the new one as last. `aiming`:
 * before the first photograph.
 */
export function useMeterAtShutter(meter: Meter, aiming: boolean): Meter {
  const [before, setBefore] = useState(meter)
  const latest = aiming || before.id !== meter.id
  if (latest && before !== meter) setBefore(meter)
  const { evidence, last_reading, replacement } = before
  return latest ? meter : { ...meter, evidence, last_reading, replacement }
}
