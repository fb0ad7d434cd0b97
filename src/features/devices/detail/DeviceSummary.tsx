import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Device, isCamera, measures } from '../../../../contract/devices.ts'
import { useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { Battery } from '../Battery.tsx'
import { CurrentStatus } from '../CurrentStatus.tsx'
import { countedRateText } from '../deviceTexts.ts'
import { Signal } from '../Signal.tsx'
import classes from './DeviceSummary.module.css'

/** How a device is doing, at a glance. */
export function DeviceSummary({ device }: { device: Device }) {
  const { last_communicated_at: heard, arrivals } = device
  return (
    <dl className={classes.summary}>
      <div>
        <dt>稼働状態</dt>
        <dd>
          <CurrentStatus device={device} />
        </dd>
      </div>
      <div>
        <dt>最終通信</dt>
        <dd>{heard === null ? '通信なし' : <TimeText time={heard} />}</dd>
      </div>
      {measures(device.type) && (
        <>
          <NextDue device={device} />
          <div>
            <dt>到着率（7日）</dt>
            <dd>{countedRateText(arrivals?.week)}</dd>
          </div>
          <div>
            <dt>到着率（30日）</dt>
            <dd>{countedRateText(arrivals?.month)}</dd>
          </div>
        </>
      )}
      <div>
        <dt>電池</dt>
        <dd>
          <Battery percent={device.battery_per} />
        </dd>
      </div>
      {isCamera(device.type) && (
        <div>
          <dt>電波強度</dt>
          <dd>
            <Signal dbm={device.last_dbm_recorded} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The next due time; one that has passed is waited for until it counts as missed, which the server says first. */
function NextDue({ device }: { device: Device }) {
  const now = useCurrentMinute()
  const { next_due_at: due, retry_seconds: retry, allow_time_drift: drift, deleted_at, outage } = device
  if (deleted_at !== null) return <Due name="次の予定">予定なし</Due>
  if (due === null) return <Due name="次の予定">未設定</Due>
  const at = Date.parse(due)
  if (at >= now)
    return (
      <Due name="次の予定">
        <TimeText time={due} />
      </Due>
    )
  const until = at + (retry + drift) * 1000
  const isAwaited = outage === null && now <= until
  return (
    <Due name="届いていない予定">
      <TimeText time={due} />
      {isAwaited && (
        <Box component="span" fz="sm">
          （到着待ち、
          <TimeText time={until} /> まで）
        </Box>
      )}
    </Due>
  )
}

const Due = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
