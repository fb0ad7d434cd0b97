import { type Device, deviceStatus, isCamera } from '../../../contract/devices.ts'

/** Longest silence first; never heard counts as longest. */
const bySilence = (one: Device, other: Device) =>
  Date.parse(one.last_communicated_at ?? '1970-01-01') -
  Date.parse(other.last_communicated_at ?? '1970-01-01')

/** Cameras with problems, by problem. */
export const cameraProblems = (devices: readonly Device[]) => {
  const those = (status: Device['status']) =>
    devices.filter((device) => isCamera(device.type) && device.status === status).toSorted(bySilence)
  return {
    silent: those(deviceStatus.communicationError),
    broken: those(deviceStatus.error),
    low: those(deviceStatus.lowBattery),
  }
}
