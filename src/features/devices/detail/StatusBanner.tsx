import { IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react'
import { type Device, deviceStatus } from '../../../../contract/devices.ts'
import { useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { formatTimeAgo } from '../../../ui/text/formatTime.ts'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { adviceOf } from '../deviceTexts.ts'
import classes from './Banner.module.css'
import { ParentLink } from './ParentLink.tsx'

const tones: Partial<Record<Device['status'], string>> = {
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
  const Icon = outage === null ? IconInfoCircle : IconPlugConnectedX
  return (
    <section
      className={classes.banner}
      data-tone={outage === null ? (tones[status] ?? 'abnormal') : 'abnormal'}
      aria-label={outage === null ? '稼働状態' : lost ? '通信エラー' : '測定値が届いていません'}
    >
      <Icon size={24} className={classes.icon} aria-hidden />
      <div>
        {outage !== null && (
          <p className={classes.title}>
            {lost && '通信エラー：'}
            <TimeText time={outage.since} />
            {` の予定から${lost ? '' : '測定値が'}届いていません（${formatTimeAgo(Date.parse(outage.since), now)}）`}
          </p>
        )}
        <p className={outage === null ? classes.title : undefined}>
          {`${advice.cause}${lastKnown(device)}。`}
        </p>
        <p>{advice.check}</p>
        {outage?.cause === 'router' && device.parent_device_id !== null && (
          <p>
            親機：
            <ParentLink id={device.parent_device_id} />
          </p>
        )}
      </div>
    </section>
  )
}

/** What speaks for the cause. */
function lastKnown({ outage, battery_per: battery, last_dbm_recorded: dbm }: Device): string {
  if (outage?.cause === 'battery' && battery !== null) return `（最後の残量 ${battery} %）`
  if (outage?.cause === 'signal' && dbm !== null) return `（最後の電波強度 ${dbm} dBm）`
  return ''
}
