import type { CategoryType } from '../../../../contract/categories.ts'
import { type Device, deviceStatus, isCamera, lowBattery } from '../../../../contract/devices.ts'
import type { MapPin } from '../../../../contract/maps.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { loopFaultText } from '../../../../contract/values/abnormal.ts'
import { emptyStateOf, isAskedOfPerson } from '../../../../contract/values/readingState.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { deviceStatusNames } from '../../../shared/devices/DeviceStatus.tsx'
import { pinTypeNames } from '../../../shared/maps/pinTypeNames.ts'
import { emptyText } from '../../../shared/readings/ValueText.tsx'
import { type PinFilter, type PinState, pinStates, troubles } from './pinStates.ts'

const isTrouble = (state: PinState | null): boolean => troubles.some((each) => each === state)

/** Names of the states, as on other screens (decision 128). */
export const stateNames: Record<PinState, string> = {
  abnormal: '異常',
  silent: `${deviceStatusNames[deviceStatus.communicationError]}・未着`,
  broken: deviceStatusNames[deviceStatus.error],
  weak: '低バッテリー',
  waiting: deviceStatusNames[deviceStatus.waiting],
  input: '入力待ち',
  setup: '設定待ち',
  unsure: '要確認',
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
  /** The state as a word, or what is abnormal where that is known: 断線の疑い. Null: the state is not known yet. */
  word: string | null
  /** Latest value where there is one meter, unless the word says it: 0.42 MPa, データ無し. */
  value: string | null
  /** Whether the pin needs a person. */
  isTrouble: boolean
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

const hasLostContact = ({ status }: Device) => status === deviceStatus.communicationError
const isSilent = (device: Device) => device.outage !== null || hasLostContact(device)
const isWeak = ({ status, battery_per: battery }: Device) =>
  status === deviceStatus.lowBattery || (battery !== null && battery <= lowBattery)

type Categories = PinSources['categories']
const typeOf = (meter: Pick<Meter, 'meter_category_id'>, categories: Categories) =>
  categories.find(({ id }) => id === meter.meter_category_id)?.type

/** The state of the pin of a meter whose last picture waits for a person; null: it does not. */
function waitingStateOf({ last_reading: last, ...meter }: Meter, categories: Categories) {
  if (last?.value !== null || emptyStateOf(last.read_state, []) !== 'settings') return null
  return isAskedOfPerson(typeOf(meter, categories)) ? 'input' : 'setup'
}

function stateOf(devices: readonly Device[], meters: readonly Meter[], categories: Categories): PinState {
  if (meters.some(({ last_reading: last }) => last?.is_abnormal)) return 'abnormal'
  if (devices.some(isSilent)) return 'silent'
  if (devices.some(({ status }) => status === deviceStatus.error)) return 'broken'
  if (devices.some(isWeak)) return 'weak'
  if (devices.some(({ status }) => status === deviceStatus.waiting)) return 'waiting'
  const awaited = meters.map((meter) => waitingStateOf(meter, categories))
  if (awaited.includes('input')) return 'input'
  if (awaited.includes('setup')) return 'setup'
  if (meters.some(({ last_reading: last }) => last?.is_unsure)) return 'unsure'
  return devices.length === 0 ? 'empty' : 'normal'
}

/** A device that is heard but whose measurements are overdue has no communication error. */
const wordOf = (state: PinState, devices: readonly Device[]): string =>
  state !== 'silent'
    ? stateNames[state]
    : devices.some(hasLostContact)
      ? deviceStatusNames[deviceStatus.communicationError]
      : '未着'

/** What the latest value of the one meter says; `fault`: why it is abnormal without a value. */
function latestOf(meters: readonly Meter[], { units, categories }: PinSources) {
  const [meter] = meters
  if (meters.length !== 1 || meter === undefined) return { fault: null, text: null }
  const { value = null, read_state: state = null, reasons } = meter.last_reading ?? {}
  if (value === null) {
    const fault = loopFaultText(reasons)
    return { fault, text: fault === null ? emptyText(state, typeOf(meter, categories)) : null }
  }
  const unit = units.find(({ id }) => id === meter.meter_unit_id)?.name ?? ''
  return { fault: null, text: `${formatNumber(value, meter.decimal_point)} ${unit}`.trim() }
}

const byName = (one: { pin: MapPin }, other: { pin: MapPin }) =>
  one.pin.name.localeCompare(other.pin.name, 'ja', { numeric: true })

const unknown = { devices: [], meters: [], state: null, word: null, value: null, isTrouble: false }

/** Trouble first, then by name. */
export function pinFacts(pins: readonly MapPin[], sources: PinSources | undefined): PinFacts[] {
  if (sources === undefined) {
    return pins.map((pin) => ({ pin, ...unknown })).toSorted(byName)
  }
  const { devices, meters } = sources
  const devicesOf = Map.groupBy(devices, ({ map_pin: on }) => on?.id)
  const metersOf = Map.groupBy(meters, ({ device_id: id }) => id)
  return pins
    .map((pin) => {
      const own = devicesOf.get(pin.id) ?? []
      const measured = own.flatMap(({ id }) => metersOf.get(id) ?? [])
      const state = stateOf(own, measured, sources.categories)
      const { fault, text } = latestOf(measured, sources)
      const word = fault ?? wordOf(state, own)
      return {
        pin,
        devices: own,
        meters: measured,
        state,
        word,
        value: text === word ? null : text,
        isTrouble: isTrouble(state),
      }
    })
    .toSorted(
      (one, other) => pinStates.indexOf(one.state) - pinStates.indexOf(other.state) || byName(one, other),
    )
}

/** For screen readers: ポンプ室、カメラ、異常、0.92 MPa. */
export const pinLabel = ({ pin, word, value }: PinFacts): string =>
  [pin.name, pinTypeNames[pin.type], word, value].filter((part) => part !== null).join('、')

export const matchesFilter = ({ state, devices }: PinFacts, filter: PinFilter): boolean =>
  filter === 'cameras' ? devices.some(({ type }) => isCamera(type)) : state === filter

/** Cameras are devices of types 0 and 2 only. */
export const countCameras = (facts: readonly PinFacts[]): number =>
  facts.reduce((sum, { devices }) => sum + devices.filter(({ type }) => isCamera(type)).length, 0)
