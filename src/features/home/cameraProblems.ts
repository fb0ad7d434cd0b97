import { type Device, deviceStatus, isCamera } from '../../../contract/devices.ts'

/** Longest silence first: a heartbeat does not end it. Never measured counts as longest. */
const bySilence = (one: Device, other: Device) =>
  Date.parse(one.last_recorded_at ?? '1970-01-01') - Date.parse(other.last_recorded_at ?? '1970-01-01')

/** A silent camera that tells of an error, or whose status a person has set, is silent all the same. */
const isSilent = ({ outage, status }: Device) => outage !== null || status === deviceStatus.communicationError

/** Cameras with problems, each by one problem. */
export const cameraProblems = (devices: readonly Device[]) => {
  const cameras = devices.filter(({ type }) => isCamera(type)).toSorted(bySilence)
  const reporting = (status: Device['status']) =>
    cameras.filter((camera) => !isSilent(camera) && camera.status === status)
  return {
    silent: cameras.filter(isSilent),
    broken: reporting(deviceStatus.error),
    low: reporting(deviceStatus.lowBattery),
  }
}
