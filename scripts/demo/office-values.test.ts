// Covers docs/requirements.md: 780

import { describe, expect, it } from 'vitest'
import { demoMeters } from './meters.ts'
import { officeReadings } from './office-values.ts'

const dates = [
  '2026-01-01T00:10',
  '2026-03-01T06:00',
  '2026-03-31T23:50',
  '2026-11-15T12:00',
  '2027-07-31T08:00',
]

describe.each(dates)('what the office of the demonstration had read on %s', (date) => {
  const now = new Date(`${date}:00+09:00`)
  const demo = demoMeters(now)
  const made = officeReadings(demo, now)
  if (made === null) throw new Error('nothing supplies the submeters')
  const readings = [...made.ofFaces.values(), ...made.ofSubmeters].map((typed) =>
    typed.map(({ reading }) => ({ at: reading.createdAt.getTime(), value: reading.value ?? Number.NaN })),
  )

  it('is in the order of time and not in the future', () => {
    for (const each of readings) {
      const times = each.map(({ at }) => at)
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
      expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
    }
  })

  it('covers 15 months and more', () => {
    for (const each of readings) {
      expect(each.length).toBeGreaterThanOrEqual(15)
      expect(each[0]?.at).toBeLessThan(now.getTime() - 15 * 30 * 86_400_000)
    }
  })

  it('goes up, but for the wrong reading, the replacement, and counters that begin anew', () => {
    const falls = readings.map((each) =>
      each.slice(1).flatMap(({ value }, index) => {
        const before = each[index]?.value ?? value
        return value < before ? [before] : []
      }),
    )
    const [ground = [], second = [], third = []] = falls.slice(-3)
    expect([ground, third]).toEqual([[], []])
    expect(second.length).toBe(now >= new Date(`${date.slice(0, 7)}-15T07:30:00+09:00`) ? 2 : 1)
    for (const each of falls.slice(0, -3)) expect(each.length).toBeLessThanOrEqual(1)
  })
})
