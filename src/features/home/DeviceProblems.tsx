import { Flex, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Device } from '../../../contract/devices.ts'
import type { Meter } from '../../../contract/meters.ts'
import { devicesQuery } from '../../lib/queries/devices.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import { DeviceStatus } from '../../shared/devices/DeviceStatus.tsx'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { RefreshButton } from '../../ui/table/RefreshButton.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { formatTimeAgo } from '../../ui/text/formatTime.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { cameraProblems } from './cameraProblems.ts'
import classes from './DeviceProblems.module.css'
import { TabSection } from './TabSection.tsx'

/** 異常検知端末: cameras that are silent, broken or low on battery. */
export function DeviceProblems() {
  const { data: devices, error, dataUpdatedAt, refetch } = useQuery(devicesQuery)
  const { meters } = useMasters('meters')
  if (devices === undefined) {
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <RowSkeletons count={4} height={112} />
    )
  }
  const { silent, broken, low } = cameraProblems(devices)
  const meterOf = new Map(meters.map((meter) => [meter.id, meter]))
  const groups = [
    { label: '通信エラーカメラ', cameras: silent },
    { label: '異常のあるカメラ', cameras: broken },
    { label: '低バッテリーカメラ', cameras: low },
  ]
  return (
    <Flex direction="column" gap={{ base: 12, sm: 20 }}>
      <Group justify="flex-end">
        <RefreshButton fetchedAt={dataUpdatedAt} onRefresh={refetch} />
      </Group>
      <AgeNote fetchedAt={dataUpdatedAt} />
      {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={() => void refetch()} />}
      {groups.map(({ label, cameras }) => (
        <TabSection key={label} label={label} members={cameras} keyOf={({ id }) => id}>
          {(camera) => (
            <Camera
              camera={camera}
              meters={camera.meters.map(({ id }) => meterOf.get(id)).filter((meter) => meter !== undefined)}
            />
          )}
        </TabSection>
      ))}
    </Flex>
  )
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
