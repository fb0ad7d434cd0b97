import { useState } from 'react'
import type { Meter } from '../../../../contract/meters.ts'
import type { Held } from '../../../lib/held/held.ts'

/**
 * The meter with what was known at the shutter: after it, the server or this phone has the new reading as the last.
 * `aiming`: before the first photograph.
 */
export function useMeterAtShutter(meter: Meter, held: Held | undefined, aiming: boolean) {
  const [before, setBefore] = useState({ meter, held })
  if (aiming && (before.meter !== meter || before.held !== held)) setBefore({ meter, held })
  if (aiming) return { meter, held }
  const { evidence, last_reading, replacement } = before.meter
  return { meter: { ...meter, evidence, last_reading, replacement }, held: before.held }
}
