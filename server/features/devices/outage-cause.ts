import { lowBattery, type OutageCause, weakSignal } from '../../../contract/devices.ts'

/** The router or repeater of a device, or another device behind it. */
export interface Neighbour {
  isParent: boolean
  lastCommunicatedAt: Date | null
  /** Null: it is not silent. */
  silentSince: Date | null
}

interface Silent {
  since: Date
  lastCommunicatedAt: Date | null
  batteryPer: number | null
  lastDbmRecorded: number | null
  neighbours: readonly Neighbour[]
}

const day = 86_400_000

/** The likeliest cause, from what is known. */
export function outageCause(silent: Silent): OutageCause {
  const { since, lastCommunicatedAt, batteryPer, lastDbmRecorded, neighbours } = silent
  if (lastCommunicatedAt === null) return 'never_started'
  // It has battery and signal for a heartbeat.
  if (lastCommunicatedAt > since) return 'unknown'
  if (isRouter(since, neighbours)) return 'router'
  if (batteryPer !== null && batteryPer <= lowBattery) return 'battery'
  if (lastDbmRecorded !== null && lastDbmRecorded <= weakSignal) return 'signal'
  return 'unknown'
}

/** Several are silent at once, and nobody behind that router has been heard since. */
const isRouter = (since: Date, neighbours: readonly Neighbour[]) =>
  neighbours.some((neighbour) => isSilentAtOnce(since, neighbour)) &&
  neighbours.every(({ lastCommunicatedAt }) => lastCommunicatedAt === null || lastCommunicatedAt <= since)

/** Within a day: devices are due at different times. */
export const isSilentAtOnce = (since: Date, { isParent, lastCommunicatedAt, silentSince }: Neighbour) =>
  silentSince !== null &&
  (isParent || lastCommunicatedAt !== null) &&
  Math.abs(silentSince.getTime() - since.getTime()) <= day
