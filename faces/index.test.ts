import { describe, expect, it } from 'vitest'
import { parseArea, parseBoxes, parseScale } from '../reader/core/settings.ts'
import { faces, settingsOf } from './index.ts'

describe('the faces of the demonstration', () => {
  it('cover every category and have keys and names of their own', () => {
    expect([...new Set(faces.map((face) => face.category))].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(new Set(faces.map((face) => face.key)).size).toBe(faces.length)
    expect(new Set(faces.map((face) => face.name)).size).toBe(faces.length)
    expect(faces.length).toBeGreaterThanOrEqual(24)
  })

  it.each(faces.filter((face) => face.category <= 2))(
    '$key: the settings name the ends of the range',
    (face) => {
      const { settings, axis, radius } = settingsOf(face)
      const parsed = parseScale(settings ?? '')
      if (!parsed.ok) throw new Error(parsed.reason)
      expect(parsed.value.at(0)?.value).toBe(face.range?.start)
      expect(parsed.value.at(-1)?.value).toBe(face.range?.end)
      expect(axis?.x).toBeGreaterThan(0)
      expect(axis?.x).toBeLessThan(1)
      expect(axis?.y).toBeLessThan(1)
      expect(radius).toBeGreaterThan(0.1)
    },
  )

  it.each(faces.filter((face) => face.digits !== null))(
    '$key: one box a figure, left to right, at least 28 pixels high',
    (face) => {
      const { settings } = settingsOf(face)
      const parsed = parseBoxes(settings ?? '')
      if (!parsed.ok) throw new Error(parsed.reason)
      expect(parsed.value).toHaveLength(face.digits ?? 0)
      const lefts = (settings ?? '').split(',').map((entry) => Number.parseFloat(entry))
      expect(lefts).toEqual(parsed.value.map((box) => box.x1))
      for (const box of parsed.value) expect((box.y2 - box.y1) * face.style.height).toBeGreaterThanOrEqual(28)
    },
  )

  it.each(faces.filter((face) => face.category === 5 || face.category === 6))(
    '$key: the read position parses and there is no settings string',
    (face) => {
      const { settings, area } = settingsOf(face)
      expect(settings).toBeNull()
      expect(parseArea(area ?? '').ok).toBe(true)
    },
  )
})
