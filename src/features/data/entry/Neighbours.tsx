import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { Meter } from '../../../../contract/meters.ts'
import type { ValuesAround } from '../../../../contract/readings.ts'
import { useReplacementsOf, withReplacements } from '../../../lib/heldReplacements.ts'
import { lastKnown } from '../../../lib/lastKnown.ts'
import { valuesAroundQuery } from '../../../lib/queries/readings.ts'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { formatNumber } from '../../../ui/text/formatNumber.ts'
import { formatRelativeTime } from '../../../ui/text/formatTime.ts'
import { isEarlier } from './entryForm.ts'

interface Props {
  meter: Meter
  /** As the picker gives it. */
  measuredAt: string | null
  unit: string | undefined
}

/** The previous value, and the next one of a time that has a later reading: 前回 12.3 kWh（11/20 09:00）. */
export function Neighbours({ meter, measuredAt, unit = '' }: Props) {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const replacementsOf = useReplacementsOf()
  const known = withReplacements(meter, replacementsOf(meter))
  const earlier = measuredAt !== null && isEarlier(known, measuredAt, zone)
  const around = useQuery({ ...valuesAroundQuery(meter.id, measuredAt ?? ''), enabled: earlier })
  const textOf = (word: string, { value, created_at: time }: NonNullable<ValuesAround['before']>) =>
    `${word} ${`${formatNumber(value, meter.decimal_point)} ${unit}`.trimEnd()}（${formatRelativeTime(Date.parse(time), now, zone)}）`
  if (!earlier) {
    const last = lastKnown(known).known
    return last && textOf('前回', last)
  }
  if (around.data === undefined)
    return around.error ? 'この日時の前後の値を表示できません' : 'この日時の前後の値を確認しています…'
  const { before, after } = around.data
  return [before && textOf('前回', before), after && textOf('次回', after)].filter(Boolean).join('、')
}
