import { z } from 'zod'
import { id } from './wire.ts'

export const deviceType = {
  simCamera: 0,
  wifiRouter: 1,
  wifiCamera: 2,
  wifiRepeater: 3,
  analogInput: 4,
  mobile: 5,
} as const

/** 0 waiting to start, 1 working, 2 working with low battery, 3 error, 5 communication error. */
export const deviceStatus = {
  waiting: 0,
  working: 1,
  lowBattery: 2,
  error: 3,
  communicationError: 5,
} as const

/** A device as a meter names it. */
export const meterDeviceSchema = z.object({
  id,
  name: z.string(),
  type: z.literal(Object.values(deviceType)),
  status: z.literal(Object.values(deviceStatus)),
})
