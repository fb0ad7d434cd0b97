import { describe, expect, it } from 'vitest'
import { faces, valueAt } from './index.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 8, 21)
const sixtyDays = Array.from({ length: 60 * 24 }, (_, i) => new Date(start + i * hour))

describe('valueAt', () => {
  it.each(faces.filter((face) => face.behaviour.kind === 'total'))(
    '$key: a total never falls and does grow',
    (face) => {
      const quarters = Array.from({ length: 4 * 24 * 14 }, (_, i) =>
        valueAt(face, new Date(start + (i * hour) / 4)),
      )
      for (const [i, value] of quarters.entries()) expect(value).toBeGreaterThanOrEqual(quarters[i - 1] ?? 0)
      expect(quarters.at(-1)).toBeGreaterThan(quarters[0] ?? 0)
    },
  )

  it.each(faces.filter((face) => face.behaviour.kind === 'total'))(
    '$key: a total has grown before 2026 as well',
    (face) => {
      const months = Array.from({ length: 14 }, (_, i) => valueAt(face, new Date(Date.UTC(2025, i, 1))))
      for (const [i, value] of months.slice(1).entries()) expect(value).toBeGreaterThan(months[i] ?? value)
    },
  )

  it.each(faces.filter((face) => face.digits !== null && face.behaviour.kind === 'total'))(
    '$key: the figures suffice until 2028',
    (face) => {
      const largest = 10 ** ((face.digits ?? 0) - face.decimals)
      expect(valueAt(face, new Date(Date.UTC(2028, 0, 1)))).toBeLessThan(largest)
    },
  )

  it.each(faces.filter((face) => face.range !== null))('$key: stays within its range', (face) => {
    for (const at of sixtyDays) {
      const value = valueAt(face, at)
      expect(value).toBeGreaterThanOrEqual(face.range?.start ?? 0)
      expect(value).toBeLessThanOrEqual(face.range?.end ?? 0)
    }
  })

  it('gives the same value for the same instant, and moves between instants', () => {
    for (const face of faces) {
      expect(valueAt(face, new Date(start))).toBe(valueAt(face, new Date(start)))
      expect(new Set(sixtyDays.map((at) => valueAt(face, at))).size).toBeGreaterThan(20)
    }
  })

  it('is abnormal now and then: a few per cent of sixty days, in most faces that have an abnormal range', () => {
    const shares = faces.flatMap(({ abnormal }, i) => {
      const face = faces[i]
      if (!abnormal || !face) return []
      const inside = sixtyDays.filter((at) => {
        const value = valueAt(face, at)
        return value >= abnormal.start && value <= abnormal.end
      })
      return [inside.length / sixtyDays.length]
    })
    expect(shares.filter((share) => share > 0).length).toBeGreaterThan(shares.length / 2)
    expect(Math.max(...shares)).toBeLessThan(0.08)
    const mean = shares.reduce((a, b) => a + b) / shares.length
    expect(mean).toBeGreaterThan(0.01)
    expect(mean).toBeLessThan(0.06)
  })
})
