import { Box } from '@mantine/core'
import { IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react'
import { type Device, deviceStatus } from '../../../../contract/devices.ts'
import { useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { formatTimeAgo } from '../../../ui/text/formatTime.ts'
import type { Tone } from '../../../ui/text/StatusPill.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { adviceOf } from '../deviceTexts.ts'
import { Banner } from './Banner.tsx'
import { ParentLink } from './ParentLink.tsx'

const tones: Partial<Record<Device['status'], Tone>> = {
  [deviceStatus.waiting]: 'waiting',
  [deviceStatus.lowBattery]: 'waiting',
}

/** What is the matter with a device and what to check; of an outage also since when it lasts. */
export function StatusBanner({ device }: { device: Device }) {
  const now = useCurrentMinute()
  const advice = adviceOf(device)
  if (advice === null) return null
  const { outage, status } = device
  // As the pill beside it: only cameras have a communication error, and not while a heartbeat tells of another.
  const lost = status === deviceStatus.communicationError
  return (
    <Banner
      tone={outage === null ? (tones[status] ?? 'abnormal') : 'abnormal'}
      icon={outage === null ? IconInfoCircle : IconPlugConnectedX}
      label={outage === null ? '稼働状態' : lost ? '通信エラー' : '測定値が届いていません'}
    >
      {outage !== null && (
        <Box component="p" fw={700}>
          {lost && '通信エラー: '}
          <TimeText time={outage.since} />
          {` の予定から${lost ? '' : '測定値が'}届いていません（${formatTimeAgo(Date.parse(outage.since), now)}）`}
        </Box>
      )}
      <Box component="p" fw={outage === null ? 700 : undefined}>
        {`${advice.cause}${lastKnown(device)}。`}
      </Box>
      <p>{advice.check}</p>
      {outage?.cause === 'router' && device.parent_device_id !== null && (
        <p>
          {'親機: '}
          <ParentLink id={device.parent_device_id} />
        </p>
      )}
    </Banner>
  )
}

/** What speaks for the cause. */
function lastKnown({ outage, battery_per: battery, last_dbm_recorded: dbm }: Device): string {
  if (outage?.cause === 'battery' && battery !== null) return `（最後の残量 ${battery} %）`
  if (outage?.cause === 'signal' && dbm !== null) return `（最後の電波強度 ${dbm} dBm）`
  return ''
}
