// Covers docs/requirements.md: 423

import { expect, it } from 'vitest'
import { plans } from './floor-plans.ts'
import { devices, locations } from './plant.ts'

const pins = plans.flatMap((plan) => plan.pins)
const placed = pins.flatMap((pin) => pin.devices)
const on = placed.flatMap((key) => devices.filter((device) => device.key === key))

it('the demonstration’s maps have existing devices, each on one pin, within the picture', () => {
  expect(on.length).toBe(placed.length)
  expect(new Set(placed).size).toBe(placed.length)
  for (const { width, height, pins: own } of plans) {
    for (const { x, y } of own) {
      expect(x > 0 && x < width && y > 0 && y < height).toBe(true)
    }
  }
})

it('its first map shows every state at a glance: abnormal, silent, faulty, low battery', () => {
  const first = plans[0]?.pins.flatMap((pin) => pin.devices) ?? []
  const here = devices.filter(({ key }) => first.includes(key))
  expect(locations.some(({ device, trouble }) => trouble && first.includes(device))).toBe(true)
  expect(here.some(({ silent }) => silent !== undefined)).toBe(true)
  expect(here.some(({ error }) => error !== undefined)).toBe(true)
  expect(here.some(({ battery = 100 }) => battery < 10)).toBe(true)
  expect(plans[0]?.pins.length).toBeGreaterThanOrEqual(12)
})
