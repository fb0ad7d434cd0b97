import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { deviceStatus } from '../../../contract/devices.ts'
import type { Meter } from '../../../contract/meters.ts'
import { devicesQuery } from '../../lib/queries/devices.ts'
import { useCurrentMinute } from '../../ui/text/clock.ts'
import { formatElapsed } from '../../ui/text/formatTime.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'

/** How long the device of a meter has been silent; nothing while it reports. */
export function DeviceSilence({ device }: { device: NonNullable<Meter['device']> }) {
  const now = useCurrentMinute()
  const isSilent = device.status === deviceStatus.communicationError
  const { data } = useQuery({ ...devicesQuery, enabled: isSilent })
  const known = data?.find(({ id }) => id === device.id)
  if (!isSilent || known === undefined) return null
  const heard = known.last_communicated_at
  return (
    <StatusPill tone="abnormal" icon={IconPlugConnectedX}>
      {heard === null ? '報告なし' : `最後の報告から ${formatElapsed(Date.parse(heard), now)}`}
    </StatusPill>
  )
}
