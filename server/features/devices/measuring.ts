import { sql } from 'drizzle-orm'
import { automaticRetryOf, deviceStatus, deviceType, lowBattery } from '../../../contract/devices.ts'
import { deviceReports, devices } from '../../db/schema.ts'
import { shortestInterval } from './due-times.ts'

type DeviceRecord = typeof devices.$inferSelect

const cameras: readonly number[] = [deviceType.simCamera, deviceType.wifiCamera]
const measuring: readonly number[] = [...cameras, deviceType.analogInput]

/** Of the others every report is what their schedule asks for. */
export const measures = ({ type }: Pick<DeviceRecord, 'type'>): boolean => measuring.includes(type)

/** Whether a row of `device_reports`, joined with its device, is what the schedule asks for. */
export const isScheduledKind = sql`(${deviceReports.kind} in ('picture', 'analog')
  or ${devices.type} not in (${sql.raw(measuring.join(', '))}))`

/** What a device is that does not report: only cameras have a communication error (decision 041). */
export const silentStatus = ({ type }: Pick<DeviceRecord, 'type'>) =>
  cameras.includes(type) ? deviceStatus.communicationError : deviceStatus.error

export const isBatteryLow = (percent: number): boolean => percent <= lowBattery

/** What a device is of which nothing bad is known. */
export const statusWithout = ({ batteryPer }: Pick<DeviceRecord, 'batteryPer'>) =>
  batteryPer !== null && isBatteryLow(batteryPer) ? deviceStatus.lowBattery : deviceStatus.working

/** Returns the retry time in seconds: the one that a person set (null: none), or else the one of the schedule. */
export const retrySecondsOf = (heartbeatTime: number | null, crons: string | null): number =>
  heartbeatTime ?? automaticRetryOf(crons === null ? null : shortestInterval(crons))

/** Seconds that a report may arrive after it was due, and that clocks may differ. */
export const allowancesOf = (
  device: Pick<DeviceRecord, 'heartbeatTime' | 'allowTimeDrift' | 'intervalCrons'>,
) => ({
  retrySeconds: retrySecondsOf(device.heartbeatTime, device.intervalCrons),
  driftSeconds: device.allowTimeDrift,
})
