import { fromWallClock, toWallClock } from '../../ui/text/localTime.ts'

export interface Tick {
  /** Milliseconds since 1970. */
  at: number
  label: string
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** On average; months start by the calendar. */
const month = 30.4375 * day

/** Tick intervals below a month. */
const even = [
  ...[1, 2, 5, 10, 15, 30].map((each) => each * minute),
  ...[1, 2, 3, 6, 12].map((each) => each * hour),
  ...[1, 2, 5, 10, 20].map((each) => each * day),
]
const months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600]

/** At most `most` ticks, at full hours, midnight or the first of a month in the organization's zone. */
export function timeTicks(from: number, to: number, zone: string, now: number, max: number): Tick[] {
  const [first, last] = [toWallClock(from, zone), toWallClock(to, zone)]
  const min = (last - first) / Math.max(max, 1)
  const step = even.find((each) => each >= min)
  const walls = step === undefined ? monthsBetween(first, last, min) : multiples(first, last, step)
  let year = new Date(toWallClock(now, zone)).getUTCFullYear()
  return walls.map((wall, index) => {
    const label = labelOf(wall, step ?? month, year, index === 0)
    year = new Date(wall).getUTCFullYear()
    return { at: fromWallClock(wall, zone), label }
  })
}

function multiples(first: number, last: number, step: number): number[] {
  const begin = Math.ceil(first / step)
  const count = Math.max(0, Math.floor(last / step) - begin + 1)
  return Array.from({ length: count }, (_, index) => (begin + index) * step)
}

function monthsBetween(first: number, last: number, min: number): number[] {
  const step = months.find((each) => each * month >= min) ?? 1200
  const start = new Date(first)
  const number = start.getUTCFullYear() * 12 + start.getUTCMonth()
  const walls: number[] = []
  for (let each = Math.ceil(number / step) * step; ; each += step) {
    const wall = Date.UTC(Math.floor(each / 12), each % 12, 1)
    if (wall > last) return walls
    if (wall >= first) walls.push(wall)
  }
}

function labelOf(wall: number, step: number, year: number, first: boolean): string {
  const at = new Date(wall)
  const date = `${at.getUTCMonth() + 1}/${at.getUTCDate()}`
  const withYear = at.getUTCFullYear() === year ? date : `${at.getUTCFullYear()}/${date}`
  if (step >= month) return `${at.getUTCFullYear()}/${at.getUTCMonth() + 1}`
  if (step >= day || wall % day === 0) return withYear
  const clock = at.toISOString().slice(11, 16)
  return first ? `${withYear} ${clock}` : clock
}
