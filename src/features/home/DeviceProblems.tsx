import { useQuery } from '@tanstack/react-query'
import type { Device } from '../../../contract/devices.ts'
import type { Meter } from '../../../contract/meters.ts'
import { devicesQuery } from '../../lib/queries/devices.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import { DeviceStatus } from '../../shared/devices/DeviceStatus.tsx'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { formatTimeAgo } from '../../ui/text/formatTime.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { cameraProblems } from './cameraProblems.ts'
import classes from './DeviceProblems.module.css'
import { HomeTab } from './HomeTab.tsx'
import { TabSection } from './TabSection.tsx'

/** 異常検知端末: cameras that are silent, broken or low on battery. */
export function DeviceProblems() {
  const query = useQuery(devicesQuery)
  const { meters } = useMasters('meters')
  const meterOf = new Map(meters.map((meter) => [meter.id, meter]))
  return (
    <HomeTab query={query}>
      {(devices) =>
        groupsOf(devices).map(({ label, cameras }) => (
          <TabSection key={label} label={label} members={cameras} keyOf={({ id }) => id}>
            {(camera) => (
              <Camera
                camera={camera}
                meters={camera.meters.map(({ id }) => meterOf.get(id)).filter((meter) => meter !== undefined)}
              />
            )}
          </TabSection>
        ))
      }
    </HomeTab>
  )
}

function groupsOf(devices: readonly Device[]) {
  const { silent, broken, low } = cameraProblems(devices)
  return [
    { label: '通信エラーカメラ', cameras: silent },
    { label: '異常のあるカメラ', cameras: broken },
    { label: '低バッテリーカメラ', cameras: low },
  ]
}

function Camera({ camera, meters }: { camera: Device; meters: readonly Meter[] }) {
  const { last_recorded_at: recorded, last_communicated_at: heard, battery_per: battery } = camera
  return (
    <article className={classes.card} aria-label={camera.name} data-status={camera.status}>
      <h3 className={classes.name}>
        <ScreenLink route="/devices/$id" params={{ id: String(camera.id) }}>
          {camera.name}
        </ScreenLink>
      </h3>
      <DeviceStatus status={camera.status} />
      <dl className={classes.facts}>
        <dt>最終測定</dt>
        <dd>
          <Since time={recorded} never="未測定" />
        </dd>
        <dt>最終通信</dt>
        <dd>
          <Since time={heard} never="通信なし" />
        </dd>
        <dt>電池</dt>
        <dd>{battery === null ? 'データ無し' : `${battery} %`}</dd>
        <dt>メーター</dt>
        <dd>
          {meters.length === 0 ? (
            '未登録'
          ) : (
            <ul>
              {meters.map(({ id, name }) => (
                <li key={id}>
                  <ScreenLink route="/meters/$id" params={{ id: String(id) }} className={classes.meter}>
                    {name}
                  </ScreenLink>
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
    </article>
  )
}

function Since({ time, never }: { time: string | null; never: string }) {
  const now = useCurrentMinute()
  if (time === null) return never
  return (
    <>
      <TimeText time={time} />（{formatTimeAgo(Date.parse(time), now)}）
    </>
  )
}
