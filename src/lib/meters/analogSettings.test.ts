import { expect, it } from 'vitest'
import { meterEndpoints } from '../../../contract/meters.ts'
import { analogText, parseAnalog } from './analogSettings.ts'

it.each([
  [0, 100, '1:0:100'],
  [-0.5, 0.0000001, '1:-0.5:0.0000001'],
  [0.1, 1e21, '1:0.1:1000000000000000000000'],
])('an analog input from %d to %d is written as the server takes it', (min, max, text) => {
  expect(analogText({ channel: '1', min, max })).toBe(text)
  expect(parseAnalog(text)).toEqual({ channel: '1', min, max })
  const { body } = meterEndpoints.updateMeter
  expect(body.safeParse({ analog_settings: text }).success).toBe(true)
})
