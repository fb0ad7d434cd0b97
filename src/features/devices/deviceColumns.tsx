import { Box } from '@mantine/core'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { type Device, deviceStatus, resolutionType } from '../../../contract/devices.ts'
import { describeSchedule } from '../../../contract/time/schedules.ts'
import { deviceStatusNames } from '../../shared/devices/DeviceStatus.tsx'
import type { Column, NamedRow } from '../../ui/table/column.ts'
import columnClasses from '../../ui/table/columns.module.css'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { HighlightedText } from '../../ui/text/HighlightedText.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { ArrivalRates } from './ArrivalRates.tsx'
import { Battery } from './Battery.tsx'
import { CurrentStatus } from './CurrentStatus.tsx'
import { DeletedTag } from './DeletedTag.tsx'
import type { DeviceKind, DeviceKindName } from './deviceKinds.ts'
import {
  adviceOf,
  arrivalRate,
  durationText,
  keyAdviceOf,
  rateText,
  resolutionName,
  retryText,
  typeNames,
} from './deviceTexts.ts'
import { MeterLinks } from './MeterLinks.tsx'
import { Signal, signalText } from './Signal.tsx'
import { TargetLink } from './TargetLink.tsx'

interface Options {
  kind: DeviceKind
  /** All, to name routers and what reports through them. */
  devices: readonly Device[]
  zone: string
  now: number
  actions: (device: Device) => ReactNode
}

/** Ids in the address are positive, types and statuses begin with 0. */
const idOf = (value: number) => value + 1
const options = (values: readonly number[], nameOf: (value: never) => string): NamedRow[] =>
  values.map((value) => ({ id: idOf(value), name: nameOf(value as never) }))

const yesOrNo = (is: boolean) => (is ? '有効' : '無効')
/** A setting that is on or off. */
const flag = (key: string, title: string, isOn: (device: Device) => boolean): Column<Device> => ({
  key,
  title,
  text: (device) => yesOrNo(isOn(device)),
  filter: {
    key: `${key}s`,
    options: [
      { id: 1, name: yesOrNo(true) },
      { id: 2, name: yesOrNo(false) },
    ],
    idOf: (device) => (isOn(device) ? 1 : 2),
  },
})
const figure = (count: number) => count.toLocaleString('ja-JP')
/** Of sorted figures: what is unknown comes first. */
const orLeast = (value: number | null | undefined) => value ?? Number.NEGATIVE_INFINITY

const numeric = (sortBy: (device: Device) => number) =>
  ({ sort: 'text', sortBy, filter: 'text', align: 'right', noWrap: true }) as const

/** A time that may not have come yet. */
function optionalTime(
  key: string,
  title: string,
  time: (device: Device) => string | null,
  never: string,
  zone: string,
): Column<Device> {
  const text = (device: Device) => {
    const at = time(device)
    return at === null ? never : formatFullTime(Date.parse(at), zone)
  }
  return {
    key,
    title,
    noWrap: true,
    sort: 'time',
    sortBy: (device) => Date.parse(time(device) ?? '') || 0,
    filter: 'text',
    text,
    cell: (device, { typed }) => {
      const at = time(device)
      if (typed !== undefined) return <HighlightedText text={text(device)} typed={typed} />
      return at === null ? never : <TimeText time={at} />
    },
  }
}

/** The columns of a kind; what needs a person stands before what is rarely looked at. */
export function deviceColumns({ kind, devices, zone, now, actions }: Options): Column<Device>[] {
  const parentName = ({ parent_device_id: parent }: Device) => devices.find(({ id }) => id === parent)?.name
  const childrenOf = ({ id }: Device) =>
    devices.filter(({ parent_device_id: parent, deleted_at: deleted }) => parent === id && deleted === null)

  const name: Column<Device> = {
    key: 'name',
    title: '端末名',
    width: '13rem',
    fixed: true,
    sort: 'text',
    filter: 'text',
    text: (device) => device.name,
    cell: ({ id, name: own }, { typed }) => (
      <TargetLink
        className={clsx(columnClasses.name, 'touch-padding')}
        route="/devices/$id"
        id={id}
        name={own}
      >
        <HighlightedText text={own} typed={typed} />
      </TargetLink>
    ),
  }
  const type: Column<Device> = {
    key: 'type',
    title: '種類',
    noWrap: true,
    text: (device) => typeNames[device.type],
    filter: {
      key: 'types',
      options: options(kind.types, (value) => typeNames[value]),
      idOf: (device) => idOf(device.type),
    },
  }
  const meters: Column<Device> = {
    key: 'meters',
    title: '測定メーター',
    width: '12rem',
    filter: 'text',
    text: (device) => device.meters.map((meter) => meter.name).join('、') || '未登録',
    cell: (device) => <MeterLinks meters={device.meters} />,
  }
  const status: Column<Device> = {
    key: 'status',
    title: '稼働状態',
    text: (device) => deviceStatusNames[device.status],
    filter: {
      key: 'statuses',
      options: options(Object.values(deviceStatus), (value) => deviceStatusNames[value]),
      idOf: (device) => idOf(device.status),
    },
    cell: (device) => {
      const advice = adviceOf(device)
      const keyAdvice = keyAdviceOf(device, now)
      return (
        <>
          <CurrentStatus device={device} />
          {advice && (
            <Box component="span" display="block" miw="10.5rem" fz="xs">
              {advice.cause}
            </Box>
          )}
          {keyAdvice && (
            <Box component="span" display="block" miw="10.5rem" fz="xs">
              {keyAdvice.cause}
            </Box>
          )}
        </>
      )
    },
  }
  const battery: Column<Device> = {
    key: 'battery',
    title: '電池',
    ...numeric((device) => orLeast(device.battery_per)),
    text: ({ battery_per: percent }) => (percent === null ? 'データ無し' : `${percent} %`),
    cell: (device) => <Battery percent={device.battery_per} />,
  }
  const signal: Column<Device> = {
    key: 'signal',
    title: '電波強度',
    ...numeric((device) => orLeast(device.last_dbm_recorded)),
    text: (device) => signalText(device.last_dbm_recorded),
    cell: (device) => <Signal dbm={device.last_dbm_recorded} />,
  }
  const measured = optionalTime(
    'measured',
    '最終測定日時',
    (device) => device.last_recorded_at,
    '未測定',
    zone,
  )
  const heard = optionalTime(
    'heard',
    '最終通信日時',
    (device) => device.last_communicated_at,
    '通信なし',
    zone,
  )
  const rate: Column<Device> = {
    key: 'rate',
    title: '到着率（7日・30日）',
    ...numeric(({ arrivals }) => orLeast(arrivals && arrivalRate(arrivals.week))),
    text: ({ arrivals }) =>
      arrivals === null ? '予定なし' : `${rateText(arrivals.week)}・${rateText(arrivals.month)}`,
    cell: (device) => <ArrivalRates arrivals={device.arrivals} />,
  }
  const count = (title: string): Column<Device> => ({
    key: 'count',
    title,
    ...numeric((device) => device.count),
    text: (device) => figure(device.count),
  })
  const resolution: Column<Device> = {
    key: 'resolution',
    title: '解像度',
    noWrap: true,
    text: (device) => resolutionName(device.resolution_type),
    filter: {
      key: 'resolutions',
      options: options(Object.values(resolutionType), (value) => resolutionName(value)),
      idOf: (device) => idOf(device.resolution_type ?? resolutionType.middle),
    },
  }
  const running: Column<Device> = {
    key: 'running',
    title: '総稼働時間',
    ...numeric((device) => orLeast(device.running_time)),
    text: ({ running_time: time }) => (time === null ? 'データ無し' : durationText(time)),
  }
  const retry: Column<Device> = {
    key: 'retry',
    title: 'リトライ時間',
    ...numeric((device) => device.retry_seconds),
    text: retryText,
  }
  const deleted: Column<Device> = {
    key: 'deleted',
    title: '登録状態',
    noWrap: true,
    text: (device) => (device.deleted_at === null ? '有効' : '削除済み'),
    filter: {
      key: 'deletions',
      options: [
        { id: 1, name: '有効' },
        { id: 2, name: '削除済み' },
      ],
      idOf: (device) => (device.deleted_at === null ? 1 : 2),
    },
    cell: (device) => <DeletedTag deletedAt={device.deleted_at} />,
  }
  const schedule: Column<Device> = {
    key: 'schedule',
    title: '測定設定',
    filter: 'text',
    text: ({ interval_crons: crons }) => (crons ? describeSchedule(crons) : '未設定'),
  }
  const parent: Column<Device> = {
    key: 'parent',
    title: '親機',
    filter: 'text',
    text: (device) => parentName(device) ?? '未設定',
  }
  const children: Column<Device> = {
    key: 'children',
    title: '接続している端末',
    filter: 'text',
    text: (device) => `${childrenOf(device).length} 台`,
  }
  const flags: Column<Device>[] = [
    flag('af', 'オートフォーカス', (device) => device.is_next_af),
    flag('buzzer', 'ブザー', (device) => device.is_buzzer),
  ]

  const middle: Record<DeviceKindName, Column<Device>[]> = {
    camera: [
      type,
      meters,
      status,
      battery,
      signal,
      measured,
      rate,
      resolution,
      count('総撮影回数'),
      running,
      retry,
      ...flags,
    ],
    wifi: [type, children, parent, status, signal, heard, running],
    analog: [meters, schedule, status, battery, signal, measured, rate, count('総測定回数'), retry, parent],
    // Photographs belong to their inspectors: a phone reports nothing itself.
    mobile: [meters, status],
  }
  return [
    name,
    ...middle[kind.name],
    deleted,
    { key: 'actions', title: '操作', fixed: true, pinned: true, width: '9.5rem', cell: actions },
  ]
}
