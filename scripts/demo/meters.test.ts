// Covers docs/requirements.md: 490, 576, 653

import { describe, expect, it } from 'vitest'
import { faces } from '../../faces/index.ts'
import { dueTimes } from '../../server/features/devices/due-times.ts'
import { demoMeters } from './meters.ts'
import { randomPassword } from './people.ts'
import { type Parts, photographDay } from './photographed.ts'
import { devices } from './plant.ts'
import { pastSchedules } from './schedule.ts'

const now = new Date('2026-11-20T06:00:00Z')
const made = demoMeters(now)
const day = 86_400_000
/** An analog input needs neither pictures nor a database. */
const noParts = {} as Parts
const noPool = {} as Parameters<typeof photographDay>[1]

describe('the demonstration', () => {
  it('has a meter for every face, over all categories, and devices of every type', () => {
    expect(made.map(({ face }) => face.key).sort()).toEqual(faces.map(({ key }) => key).sort())
    expect(new Set(made.map(({ face }) => face.category)).size).toBe(9)
    expect(new Set(devices.map(({ type }) => type)).size).toBe(6)
  })

  it('reads meters over 60 days, up to now and not beyond, oldest first, never before they were registered', () => {
    for (const { location, device, instants } of made) {
      const times = instants.map((at) => at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.length).toBeGreaterThan(0)
      expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
      expect(times[0]).toBeGreaterThanOrEqual(now.getTime() - (location.age ?? 61) * day)
      if (location.age === undefined) expect(times[0]).toBeLessThan(now.getTime() - 56 * day)
      const isLeft = location.left?.some(({ weeksAgo }) => weeksAgo === 0) === true
      if (device.silent === undefined && !isLeft) expect(times.at(-1)).toBeGreaterThan(now.getTime() - day)
    }
  })

  it('has readings of devices when their schedules ask for them, and at no other time', () => {
    const created = new Date(now.getTime() - 90 * day)
    for (const { location, device, means, instants } of made) {
      if (means === 'phone') continue
      const schedules = pastSchedules(device, created, now)
      const since = now.getTime() - Math.min(location.age ?? 60, 60) * day
      const until = now.getTime() - (device.silent ?? 0) * day
      const due = schedules.flatMap(({ from, intervalCrons }, index) => {
        const end = schedules[index + 1]?.from.getTime() ?? until
        const [start, before] = [Math.max(from.getTime(), since), Math.min(end, until)]
        return dueTimes(intervalCrons, 'Asia/Tokyo', new Date(start), new Date(before))
      })
      expect([device.key, instants.map((at) => Math.floor(at.getTime() / 60_000))]).toEqual([
        device.key,
        due.map((at) => at.getTime() / 60_000),
      ])
    }
  })

  it('has meters that stand in their abnormal range at the latest readings', () => {
    const faulty = made.filter(({ face, instants, valueAt }) => {
      const latest = instants.at(-1)
      const { start, end } = face.abnormal ?? { start: Number.NaN, end: Number.NaN }
      return latest !== undefined && valueAt(latest) >= start && valueAt(latest) <= end
    })
    expect(faulty.length).toBeGreaterThanOrEqual(3)
  })

  it('has one reading of an analog input whose time may be wrong, because it was reported hours later', async () => {
    const days = await Promise.all(
      made
        .filter(({ means }) => means === 'analog')
        .map((meter) =>
          photographDay(
            noParts,
            noPool,
            { ...meter, id: 1 },
            meter.instants.map((at, index) => ({ at, index })),
          ),
        ),
    )
    const readings = days.flatMap((one) => one.made.map(({ reading }) => reading))
    const doubtful = readings.filter(({ timeMark }) => timeMark === 'unconfirmed')
    expect(doubtful).toHaveLength(1)
    const [{ createdAt, receivedAt } = { createdAt: now, receivedAt: now }] = doubtful
    expect(Number(receivedAt) - Number(createdAt)).toBeGreaterThan(day / 8)
    expect(Number(receivedAt)).toBeLessThanOrEqual(now.getTime())
  })

  it('draws few enough pictures for a first start of minutes, some of them unreadable', () => {
    const takes = made.flatMap(({ means, instants, takeAt }) =>
      means === 'analog' ? [] : instants.map(takeAt),
    )
    expect(takes.length).toBeGreaterThan(900)
    expect(takes.length).toBeLessThan(1400)
    expect(new Set(takes.map(({ seed }) => seed)).size).toBe(takes.length)
    const covered = takes.filter((take) => take.covered).length
    expect(covered).toBeGreaterThan(5)
    expect(covered / takes.length).toBeLessThan(0.03)
  })
})

it('a random password keeps the house’s own rule and is another one each time', () => {
  const passwords = Array.from({ length: 50 }, randomPassword)
  for (const password of passwords) {
    expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z2-9]{4}-[A-Za-z2-9]{4}-[A-Za-z2-9]{4}$/)
  }
  expect(new Set(passwords).size).toBe(50)
})
