import { expect, test } from 'vitest'
import { type Device, deviceStatus, deviceType } from '../../../contract/devices.ts'
import { cameraProblems } from './cameraProblems.ts'

/** The fields that are read. */
const device = (id: number, type: Device['type'], status: Device['status'], heard: string | null = null) =>
  ({ id, type, status, last_communicated_at: heard }) as Device

test('only SIM and WiFi cameras in trouble are listed, the longest silent first', () => {
  const { error, communicationError, lowBattery, working, waiting } = deviceStatus
  const { silent, broken, low } = cameraProblems([
    device(1, deviceType.simCamera, communicationError, '2026-11-20T09:00:00+09:00'),
    device(2, deviceType.wifiCamera, communicationError, '2026-11-18T09:00:00+09:00'),
    device(3, deviceType.simCamera, communicationError),
    device(4, deviceType.wifiRouter, communicationError),
    device(5, deviceType.wifiCamera, error),
    device(6, deviceType.mobile, error),
    device(7, deviceType.simCamera, lowBattery),
    device(8, deviceType.wifiRepeater, lowBattery),
    device(9, deviceType.simCamera, working),
    device(10, deviceType.simCamera, waiting),
  ])
  expect(silent.map(({ id }) => id)).toEqual([3, 2, 1])
  expect(broken.map(({ id }) => id)).toEqual([5])
  expect(low.map(({ id }) => id)).toEqual([7])
})
