import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Meter } from '../../../contract/meters.ts'
import { deviceQuery } from '../../lib/queries/deviceDetail.ts'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { formatElapsed } from '../../ui/text/formatTime.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'

/**
 * How long ago the device of a meter last reported a measurement, whatever its status; nothing while it is not silent.
 * What is owed to the meter is measurements: heartbeats do not count.
 */
export function DeviceSilence({ device }: { device: NonNullable<Meter['device']> }) {
  const now = useCurrentMinute()
  const { data: known } = useQuery(deviceQuery(useQueryClient(), device.id))
  if (known === undefined || known.outage === null) return null
  const { last_recorded_at: recorded, last_communicated_at: heard } = known
  const never = heard === null ? '通信なし' : '未測定'
  return (
    <StatusPill tone="abnormal" icon={IconPlugConnectedX}>
      {recorded === null ? never : `最後の報告から ${formatElapsed(Date.parse(recorded), now)}`}
    </StatusPill>
  )
}
