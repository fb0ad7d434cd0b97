import * as z from 'zod/mini'
import { keyType } from '../../contract/access.ts'
import { type DeviceType, deviceType } from '../../contract/devices.ts'
import { everyMinutes } from '../../contract/time/schedules.ts'
import {
  conditions,
  type Face,
  faces,
  plain,
  readerSettingsOf,
  referencePicture,
  valueAt,
} from '../../faces/index.ts'
import { ask, type Connection } from './connection.ts'
import { traitOf } from './traits.ts'
import type { Measures, VirtualDevice } from './virtual-device.ts'

const idOf = z.object({ id: z.int() })

/** Cameras mostly, and one of every other type in ten. */
const types: readonly DeviceType[] = [
  deviceType.wifiCamera,
  deviceType.simCamera,
  deviceType.wifiCamera,
  deviceType.analogInput,
  deviceType.wifiCamera,
  deviceType.simCamera,
  deviceType.wifiRouter,
  deviceType.wifiCamera,
  deviceType.wifiRepeater,
  deviceType.mobile,
]

const typeNames: Record<DeviceType, string> = {
  [deviceType.simCamera]: 'SIMカメラ',
  [deviceType.wifiRouter]: 'WiFiルーター',
  [deviceType.wifiCamera]: 'WiFiカメラ',
  [deviceType.wifiRepeater]: 'WiFi中継器',
  [deviceType.analogInput]: 'アナログ入力',
  [deviceType.mobile]: 'モバイル',
}

interface PlannedDevice extends VirtualDevice {
  /** Of the meter that it measures. */
  face: Face
  type: DeviceType
  hash: string
  /** Its schedule; null: it only says that it lives. */
  crons: string | null
}

function planDevice(index: number): PlannedDevice {
  const type = types[index % types.length] ?? deviceType.wifiCamera
  const number = String(index + 1).padStart(3, '0')
  const trait = traitOf(index)
  const face = faceOf(index)
  const measures = measuresOf(type, face)
  return {
    face,
    type,
    name: `シミュレーター ${number} ${typeNames[type]}（${trait.name}）`,
    serial: `SIM${number}`,
    hash: `simulated-${number}`,
    crons: measures.kind === 'heartbeat' ? null : everyMinutes(measures.kind === 'analog' ? 1 : 5),
    measures,
    trait,
    battery: 90 - (index % 5) * 8,
  }
}

function measuresOf(type: DeviceType, face: Face): Measures {
  const shown = (at: Date) => valueAt(face, at)
  if (type === deviceType.simCamera || type === deviceType.wifiCamera) {
    return { kind: 'picture', face, valueAt: shown }
  }
  if (type !== deviceType.analogInput || face.range === null) return { kind: 'heartbeat' }
  const { start: min, end: max } = face.range
  return { kind: 'analog', channels: [{ channel: 3, min, max, valueAt: shown }] }
}

const ranged = faces.filter(({ range }) => range !== null)

function faceOf(index: number): Face {
  const face = ranged[(index * 7) % ranged.length]
  if (face === undefined) throw new Error('there are no faces')
  return face
}

const named = z.array(z.object({ id: z.int(), name: z.string() }))
const known = z.array(z.object({ id: z.int(), serial_number: z.nullable(z.string()) }))

/** Retry time of the fleet's devices. Their clocks may begin this far in the past without making them silent. */
export const retrySeconds = 10_800

/** Creates the devices that do not exist yet, and for each face its meter with a reference picture. */
export async function createFleet(console: Connection, count: number): Promise<PlannedDevice[]> {
  const there = await ask(console, 'devices', known)
  const units = await ask(console, 'units', named)
  const plans = Array.from({ length: count }, (_, index) => planDevice(index))
  for (const plan of plans) {
    if (there.some(({ serial_number: serial }) => serial === plan.serial)) continue
    const { id } = await ask(console, 'createDevice', idOf, {
      json: {
        serial_number: plan.serial,
        name: plan.name,
        type: plan.type,
        interval_crons: plan.crons,
        access_hash: plan.hash,
      },
    })
    await ask(console, 'updateDevice', idOf, { params: { id }, json: { heartbeat_time: retrySeconds } })
    const { measures } = plan
    if (measures.kind === 'picture') await createMeter(console, id, plan, null, units)
    if (measures.kind === 'analog')
      for (const { channel, min, max } of measures.channels)
        await createMeter(console, id, plan, `${channel}:${min}:${max}`, units)
  }
  return plans
}

async function createMeter(
  console: Connection,
  device: number,
  { serial, face }: PlannedDevice,
  analog: string | null,
  units: z.infer<typeof named>,
): Promise<void> {
  const unit = units.find(({ name }) => name === face.unit)
  if (unit === undefined) throw new Error(`the server knows no unit ${face.unit}`)
  const { tilt, tiltTo, rotation, shift, zoom } = conditions(0, 0.22, face.style.seed)
  const view = { ...plain, tilt, tiltTo, rotation, shift, zoom }
  const { settings, area, axis, radius, digitNumber, decimalPoint } = readerSettingsOf(face, view)
  const picture = await referencePicture(face, view)
  await ask(console, 'createMeter', z.unknown(), {
    json: {
      name: `${serial} ${face.name}`,
      device_id: device,
      analog_settings: analog,
      meter_unit_id: unit.id,
      meter_category_id: face.category,
      start_value: face.range?.start ?? null,
      end_value: face.range?.end ?? null,
      emergency_start_value: face.abnormal?.start ?? null,
      emergency_end_value: face.abnormal?.end ?? null,
      digit_number: digitNumber,
      decimal_point: decimalPoint,
      settings,
      area,
      pins: axis === null || radius === null ? null : { axis, radius },
      image_base64: Buffer.from(picture).toString('base64'),
    },
  })
}

const keySchema = z.object({ id: z.int(), access_key: z.string(), secret_key: z.string() })

/** A device key for a year, and how to withdraw it. */
export async function createKey(console: Connection, name: string, userId: number) {
  const year = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
  const key = await ask(console, 'createKey', keySchema, {
    json: {
      name,
      user_id: userId,
      expire_at: `${year} 23:59:59`,
      max_count: null,
      type: keyType.device,
      white_ips: null,
    },
  })
  const basic = Buffer.from(`${key.access_key}:${key.secret_key}`).toString('base64')
  const connection: Connection = {
    server: console.server,
    authorization: async () => `Basic ${basic}`,
  }
  const withdraw = async () => {
    await ask(console, 'deleteKey', z.unknown(), { params: { id: key.id } })
  }
  return { connection, withdraw }
}
