import { deviceType } from '../../contract/devices.ts'
import { isoInZone, startOfDay } from '../../server/time-zone.ts'
import type { DemoDevice, Location, Source } from './plant.ts'
import { weeksAgo } from './rounds.ts'

const zone = 'Asia/Tokyo'
const days = 60
const hour = 3_600_000
const day = 24 * hour

/** Local hours of readings on ordinary days, and on the last few. */
const hours: Record<Source, { usual: number[]; recent: number[] }> = {
  camera: { usual: [7], recent: [1, 7, 13, 19] },
  phone: { usual: [10], recent: [10, 15] },
  analog: { usual: [0, 3, 6, 9, 12, 15, 18, 21], recent: [0, 3, 6, 9, 12, 15, 18, 21] },
}
const recentDays = 2
const recentStart = (now: Date) => startOfDay(zone, now, 1 - recentDays)

/** The schedules by which a device reported until now, oldest first: its readings are those that they ask for. */
export function pastSchedules(
  device: Pick<DemoDevice, 'type' | 'silent'>,
  created: Date,
  now: Date,
): { from: Date; intervalCrons: string }[] {
  const { usual, recent } = hours[device.type === deviceType.analogInput ? 'analog' : 'camera']
  const first = { from: created, intervalCrons: cronsAt(usual) }
  const last = { from: recentStart(now), intervalCrons: cronsAt(recent) }
  // A silent device did not learn about another schedule.
  return device.silent !== undefined || first.intervalCrons === last.intervalCrons ? [first] : [first, last]
}

const cronsAt = (localHours: readonly number[]) => localHours.map((at) => `0 ${at} * * *`).join(',')

/** Local day, `2026-11-20`. */
export const localDayOf = (timeZone: string, at: Date): string => isoInZone(timeZone, at).slice(0, 10)

export const dayOf = (at: Date): string => localDayOf(zone, at)

/**
 * Reading times of the last 60 days, oldest first. `index` spreads people over the minutes of an hour, and devices, which
 * keep their schedule, over the seconds in which they wake.
 */
export function instants(
  location: Location,
  device: DemoDevice,
  means: Source,
  index: number,
  now: Date,
): Date[] {
  const first = now.getTime() - Math.min(location.age ?? days, days) * day
  const last = now.getTime() - (device.silent ?? 0) * day
  const taken: Date[] = []
  for (let ago = days; ago >= 0; ago--) {
    const midnight = startOfDay(zone, now, -ago).getTime()
    const { usual, recent } = hours[means]
    // People inspect every third day, devices every day.
    if (means === 'phone' && ago >= recentDays && (ago + index) % 3 !== 0) continue
    for (const at of ago < recentDays ? recent : usual) {
      const spread = means === 'phone' ? ((index * 7) % 55) * 60_000 : ((index * 7) % 40) * 1000
      const time = midnight + at * hour + spread
      if (time >= first && time <= last && !isLeft(location, time, now)) taken.push(new Date(time))
    }
  }
  return taken
}

const isLeft = ({ left = [] }: Location, time: number, now: Date): boolean => {
  const ago = weeksAgo(dayOf(new Date(time)), dayOf(now))
  return left.some((one) => one.weeksAgo === ago)
}
