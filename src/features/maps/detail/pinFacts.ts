import type { CategoryType } from '../../../../contract/categories.ts'
import { type Device, deviceStatus, isCamera, lowBattery } from '../../../../contract/devices.ts'
import type { MapPin } from '../../../../contract/maps.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { formatNumber } from '../../../ui/text/formatNumber.ts'
import { pinTypeNames } from '../../../ui/text/pinTypeNames.ts'
import { emptyText } from '../../../ui/text/ValueText.tsx'

/** The worst of a pin’s devices and their meters, in this order. */
export const pinStates = ['abnormal', 'silent', 'broken', 'weak', 'waiting', 'normal', 'empty'] as const
export type PinState = (typeof pinStates)[number]

export const stateNames: Record<PinState, string> = {
  abnormal: '異常',
  silent: '通信エラー',
  broken: '端末エラー',
  weak: '低バッテリー',
  waiting: '起動待ち',
  normal: '正常',
  empty: '端末なし',
}

/** What a pin shows. */
export interface PinFacts {
  pin: MapPin
  devices: readonly Device[]
  meters: readonly Meter[]
  /** Null: not known yet. */
  state: PinState | null
  /** Latest value where there is one meter: 0.42 MPa, データ無し. */
  value: string | null
}

/** A category as far as it says what a picture waits for. */
export interface TypedCategory {
  id: number
  type: CategoryType
}

/** What states and values follow from. */
export interface PinSources {
  devices: readonly Device[]
  meters: readonly Meter[]
  units: readonly { id: number; name: string }[]
  categories: readonly TypedCategory[]
}

const isSilent = ({ outage, status }: Device) => outage !== null || status === deviceStatus.communicationError
const isWeak = ({ status, battery_per: battery }: Device) =>
  status === deviceStatus.lowBattery || (battery !== null && battery <= lowBattery)

function stateOf(devices: readonly Device[], meters: readonly Meter[]): PinState {
  if (meters.some(({ last_reading: last }) => last?.is_abnormal)) return 'abnormal'
  if (devices.some(isSilent)) return 'silent'
  if (devices.some(({ status }) => status === deviceStatus.error)) return 'broken'
  if (devices.some(isWeak)) return 'weak'
  if (devices.some(({ status }) => status === deviceStatus.waiting)) return 'waiting'
  return devices.length === 0 ? 'empty' : 'normal'
}

function latestValue(meters: readonly Meter[], { units, categories }: PinSources): string | null {
  const [meter] = meters
  if (meters.length !== 1 || meter === undefined) return null
  const value = meter.last_reading?.value ?? null
  if (value === null) {
    const type = categories.find(({ id }) => id === meter.meter_category_id)?.type
    return emptyText(meter.last_reading?.read_state ?? null, type, meter.last_reading?.reasons)
  }
  const unit = units.find(({ id }) => id === meter.meter_unit_id)?.name ?? ''
  return `${formatNumber(value, meter.decimal_point)} ${unit}`.trim()
}

const byName = (one: { pin: MapPin }, other: { pin: MapPin }) =>
  one.pin.name.localeCompare(other.pin.name, 'ja', { numeric: true })

/** Trouble first, then by name. */
export function pinFacts(pins: readonly MapPin[], sources: PinSources | undefined): PinFacts[] {
  if (sources === undefined) {
    return pins.map((pin) => ({ pin, devices: [], meters: [], state: null, value: null })).toSorted(byName)
  }
  const { devices, meters } = sources
  const devicesOf = Map.groupBy(devices, ({ map_pin: on }) => on?.id)
  const metersOf = Map.groupBy(meters, ({ device_id: id }) => id)
  return pins
    .map((pin) => {
      const own = devicesOf.get(pin.id) ?? []
      const measured = own.flatMap(({ id }) => metersOf.get(id) ?? [])
      const state = stateOf(own, measured)
      return { pin, devices: own, meters: measured, state, value: latestValue(measured, sources) }
    })
    .toSorted(
      (one, other) => pinStates.indexOf(one.state) - pinStates.indexOf(other.state) || byName(one, other),
    )
}

/** For screen readers: ポンプ室、カメラ、異常、0.92 MPa. */
export const pinLabel = ({ pin, state, value }: PinFacts): string =>
  [pin.name, pinTypeNames[pin.type], state && stateNames[state], value]
    .filter((part) => part !== null)
    .join('、')

/** Cameras are devices of types 0 and 2 only. */
export const countCameras = (facts: readonly PinFacts[]): number =>
  facts.reduce((sum, { devices }) => sum + devices.filter(({ type }) => isCamera(type)).length, 0)
