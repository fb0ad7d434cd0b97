import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { Meter } from '../../../../contract/meters.ts'
import { knownBefore } from '../../../lib/live/lastKnown.ts'
import { valuesAroundQuery } from '../../../lib/queries/readings.ts'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../../ui/text/formatTime.ts'

/**
 * The meter with what was known of it at `at`, milliseconds since 1970; null: now. The list of meters has only the newest
 * values, so the server is asked for the one before an older picture. `absent`: why there is none here.
 */
export function useKnownBefore(meter: Meter, at: number | null): { meter: Meter; absent: string | null } {
  const zone = use(TimeZone)
  const known = at === null ? meter : knownBefore(meter, at)
  const asks = at !== null && known.evidence.length === 0 && meter.last_reading !== null
  const time = at === null ? '' : formatFullTime(at, zone).replaceAll('/', '-')
  const { data, isFetching } = useQuery({ ...valuesAroundQuery(meter.id, time), enabled: asks })
  if (!asks) return { meter: known, absent: null }
  if (data === undefined)
    return { meter: known, absent: isFetching ? '確認しています…' : 'この端末にありません' }
  return { meter: data.before ? { ...known, evidence: [data.before] } : known, absent: null }
}
