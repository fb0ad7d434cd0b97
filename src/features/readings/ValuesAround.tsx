import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { valuesAroundQuery } from '../../lib/queries/readings.ts'
import { knownValueText } from '../../lib/readings/knownValueText.ts'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'

interface Props {
  meter: Pick<Meter, 'id' | 'decimal_point'>
  /** `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
  at: string
  unit: string | undefined
  /** The id of the reading that is corrected. */
  except?: number
}

/** The values with which a value of a meter at a time is compared: 前回 12.3 kWh（11/20 09:00）、次回 … */
export function ValuesAround({ meter, at, unit = '', except }: Props) {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const { data, error } = useQuery(valuesAroundQuery(meter.id, at, except))
  if (data === undefined)
    return error ? 'この日時の前後の値を表示できません' : 'この日時の前後の値を確認しています…'
  const display = { decimals: meter.decimal_point, unit, now, zone }
  const { before, after } = data
  return [before && knownValueText('前回', before, display), after && knownValueText('次回', after, display)]
    .filter(Boolean)
    .join('、')
}
