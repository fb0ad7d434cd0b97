import { createHash } from 'node:crypto'
import { type DeviceConfig, maxMeasurements, maxReadings } from '../../../contract/device-api.ts'
import { resolutionType } from '../../../contract/devices.ts'
import type { MeterRecord } from '../../db/meter-lock.ts'
import { presenterFor } from '../../presenter.ts'
import { allowancesOf } from '../devices/index.ts'
import { type AnalogScale, parseScale } from './analog-scale.ts'
import type { DeviceCall } from './calling-device.ts'
import { type DeviceRecord, metersOf } from './repository.ts'

export interface TaggedConfig {
  data: DeviceConfig
  /** Of what the device is to do: neither the time nor what is due next changes it. */
  etag: string
}

export async function configOf(call: DeviceCall, device: DeviceRecord): Promise<TaggedConfig> {
  const { deps, session, tx } = call
  const present = presenterFor(deps, session)
  const meters = await metersOf(tx, session.organizationId, device.id)
  const settings = {
    device_id: device.id,
    name: device.name,
    interval_crons: device.intervalCrons,
    time_zone: session.timeZone,
    resolution_type: device.resolutionType ?? resolutionType.middle,
    max_measurements: maxMeasurementsOf(meters),
    retry_time: allowancesOf(device).retrySeconds,
    is_next_af: device.isNextAf,
    is_buzzer: device.isBuzzer,
    is_flash: device.isFlash,
    allow_time_drift: device.allowTimeDrift,
    analog_channels: meters.flatMap(({ id, name, analogSettings }) => {
      const scale = parseScale(analogSettings)
      return scale === null ? [] : [{ ...scale, meter_id: id, meter_name: name }]
    }),
  }
  return {
    data: {
      ...settings,
      server_time: present.instant(deps.clock()),
      next_due_at: device.nextDueAt && present.instant(device.nextDueAt),
    },
    etag: `"${createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 22)}"`,
  }
}

/** Returns how many meters of a device measure a channel. */
export async function metersOfChannel(
  { tx, session }: DeviceCall,
  device: DeviceRecord,
  channel: AnalogScale['channel'],
): Promise<number> {
  const meters = await metersOf(tx, session.organizationId, device.id)
  return meters.filter(({ analogSettings }) => parseScale(analogSettings)?.channel === channel).length
}

/** Returns how many measurements a call may have at the channel with the most meters, so that it is not refused. */
function maxMeasurementsOf(meters: readonly MeterRecord[]): number {
  const channels = meters.flatMap(({ analogSettings }) => parseScale(analogSettings)?.channel ?? [])
  return mostMeasurements(
    Math.max(1, ...[1, 2, 3].map((channel) => channels.filter((one) => one === channel).length)),
  )
}

/** Returns how many measurements a call may have that yields a reading of so many meters for each. */
export const mostMeasurements = (meters: number): number =>
  Math.max(1, Math.min(maxMeasurements, Math.floor(maxReadings / meters)))

/** Whether `If-None-Match` names the configuration, weakly or not. */
export const isKnown = (etag: string, given: string | undefined): boolean =>
  (given ?? '').split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()))
