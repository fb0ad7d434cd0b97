// Covers docs/requirements.md: 5, 50, 51, 156, 276

import { expect, test } from 'vitest'
import { type Device, deviceStatus, deviceType } from '../../../contract/devices.ts'
import { aDevice } from '../../../tests/support/responses/devices.ts'
import { cameraProblems } from './cameraProblems.ts'

const { error, communicationError, lowBattery, working, waiting } = deviceStatus
const { simCamera, wifiCamera, wifiRouter, wifiRepeater, analogInput, mobile } = deviceType

const device = (id: number, type: Device['type'], status: Device['status'], given: Partial<Device> = {}) =>
  aDevice({ id, type, status, ...given })
const outage = { since: '2026-11-19T15:00:00+09:00', cause: 'unknown' } as const
const ids = (devices: readonly Device[]) => devices.map(({ id }) => id)

test('only SIM and WiFi cameras in trouble are listed, the longest silent first', () => {
  const { silent, broken, low } = cameraProblems([
    device(1, simCamera, communicationError, { last_recorded_at: '2026-11-20T09:00:00+09:00' }),
    device(2, wifiCamera, communicationError, { last_recorded_at: '2026-11-18T09:00:00+09:00' }),
    device(3, simCamera, communicationError, { last_recorded_at: null }),
    device(4, wifiRouter, communicationError),
    device(5, wifiCamera, error),
    device(6, mobile, error),
    device(7, simCamera, lowBattery),
    device(8, wifiRepeater, lowBattery),
    device(9, simCamera, working),
    device(10, simCamera, waiting),
  ])
  expect(ids(silent)).toEqual([3, 2, 1])
  expect(ids(broken)).toEqual([5])
  expect(ids(low)).toEqual([7])
})

test('a camera with an open outage is silent, whatever its status and its heartbeats say', () => {
  const heard = { outage, last_communicated_at: '2026-11-22T09:00:00+09:00' }
  const { silent, broken, low } = cameraProblems([
    device(1, wifiCamera, error, { ...heard, last_recorded_at: '2026-11-20T09:00:00+09:00' }),
    device(2, simCamera, lowBattery, { ...heard, last_recorded_at: '2026-11-18T09:00:00+09:00' }),
    device(3, simCamera, waiting, { ...heard, last_recorded_at: null }),
    device(4, analogInput, error, heard),
  ])
  expect(ids(silent)).toEqual([3, 2, 1])
  expect(broken).toEqual([])
  expect(low).toEqual([])
})
