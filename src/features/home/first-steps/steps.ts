import type { Device } from '../../../../contract/devices.ts'
import type { Meter } from '../../../../contract/meters.ts'
import type { Unit } from '../../../../contract/units.ts'
import type { User } from '../../../../contract/users.ts'
import { isTrialMeter } from './trialCode.ts'

export const stepNames = ['units', 'meters', 'sources', 'ranges', 'recipients'] as const
export type StepName = (typeof stepNames)[number]

interface Registered {
  units: readonly Unit[]
  meters: readonly Meter[]
  devices: readonly Device[]
  users: readonly User[]
}

/** What of the five steps is done; the trial meter counts for none. */
export function doneSteps({ units, meters, devices, users }: Registered): Record<StepName, boolean> {
  const own = meters.filter((meter) => !isTrialMeter(meter))
  return {
    units: units.length > 0,
    meters: own.length > 0,
    sources: devices.length > 0 || users.length > 1,
    ranges: own.some(({ emergency_start_value: start }) => start !== null),
    recipients: users.some(({ is_alert_mail }) => is_alert_mail),
  }
}
