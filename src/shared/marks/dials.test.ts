import { describe, expect, test } from 'vitest'
import {
  addDial,
  type CounterDraft,
  changeDial,
  counterDraftOf,
  noPlaces,
  serializeCounter,
} from './dials.ts'

const at = { x: 0.5, y: 0.5 }
const multipliersOf = ({ dials }: CounterDraft) => dials.map(({ multiplier }) => multiplier)

function placed(count: number): CounterDraft {
  let draft = noPlaces
  for (let index = 0; index < count; index++) draft = addDial(draft, at, 0.05)?.draft ?? draft
  return draft
}

describe('the dials of a counter', () => {
  test('get the next decimal place each, and are at most four', () => {
    expect(multipliersOf(placed(3))).toEqual([0.1, 0.01, 0.001])
    expect(addDial(placed(4), at, 0.05)).toBeNull()
  })

  test('begin where the first was put, and fill a place that was left', () => {
    const later = changeDial(placed(1), 'dial-1', { multiplier: 0.001 })
    const both = addDial(later, at, 0.05)?.draft ?? later
    expect(multipliersOf(both)).toEqual([0.001, 0.0001])
    expect(multipliersOf(addDial(both, at, 0.05)?.draft ?? both)).toEqual([0.01, 0.001, 0.0001])
  })

  test('exchange their multipliers', () => {
    const { dials } = changeDial(placed(3), 'dial-1', { multiplier: 0.001 })
    expect(dials.map(({ id }) => id)).toEqual(['dial-3', 'dial-2', 'dial-1'])
    expect(dials.map(({ multiplier }) => multiplier)).toEqual([0.1, 0.01, 0.001])
  })

  test('stay within the picture, and as large as one can be', () => {
    const { dials } = changeDial(placed(1), 'dial-1', { centre: { x: 1.2, y: -0.1 }, radius: -1 })
    expect(dials[0]).toMatchObject({ centre: { x: 1, y: 0 }, radius: 0.01 })
  })

  test('come back as they were stored', () => {
    const stored = '0.1@0.2:0.2@0.4,0.6@0.5:0.05:0.1,0.7@0.5:0.05:0.01:90:ccw'
    const draft = counterDraftOf(stored)
    expect(draft && serializeCounter(draft)).toBe(stored)
    expect(counterDraftOf('225:0,135:1')).toBeNull()
    expect(serializeCounter(placed(1))).toBeNull()
  })
})
