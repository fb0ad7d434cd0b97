import type { DeviceHistory } from '../../../../contract/devices.ts'
import type { ValueAxis } from '../../../shared/chart/valueAxis.ts'

/** dBm; shaded. */
export const weakBand: readonly [number, number] = [-100, -70]

const step = 10

/** −100 to 0 dBm; further down only where a report is: nothing that came is left out. */
export function signalAxis(reports: readonly Pick<DeviceHistory, 'dbm'>[]): ValueAxis {
  const lowest = reports.reduce((low, { dbm }) => Math.min(low, dbm ?? 0), weakBand[0])
  return { low: Math.floor(lowest / step) * step, high: 0, step, decimals: 0 }
}
