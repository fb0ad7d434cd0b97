import { use } from 'react'
import type { Meter } from '../../../../contract/meters.ts'
import { useKnownHere } from '../../../lib/held/heldReplacements.ts'
import { lastKnown } from '../../../lib/live/lastKnown.ts'
import { knownValueText } from '../../../lib/readings/knownValueText.ts'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { ValuesAround } from '../ValuesAround.tsx'
import { isEarlier } from './entryForm.ts'

interface Props {
  meter: Meter
  /** As the picker gives it. */
  measuredAt: string | null
  unit: string | undefined
}

/** The previous value, and the next one of a time that has a later reading. */
export function PreviousValue({ meter, measuredAt, unit = '' }: Props) {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const known = useKnownHere()(meter)
  if (measuredAt !== null && isEarlier(known, measuredAt, zone))
    return <ValuesAround meter={meter} at={measuredAt} unit={unit} />
  const last = lastKnown(known).known
  return last && knownValueText('前回', last, { decimals: meter.decimal_point, unit, now, zone })
}
