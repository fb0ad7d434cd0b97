import { formatFullTime } from './formatTime.ts'

/** The zone's local time as if it were UTC, milliseconds since 1970; whole seconds. */
export const toWallClock = (at: number, zone: string): number =>
  Date.parse(`${formatFullTime(at, zone).replaceAll('/', '-').replace(' ', 'T')}Z`)

const offsetOf = (at: number, zone: string) => toWallClock(at, zone) - Math.floor(at / 1000) * 1000

/** Inverse of `toWallClock`. */
export function fromWallClock(wall: number, zone: string): number {
  const near = wall - offsetOf(wall, zone)
  return wall - offsetOf(near, zone)
}

/** `YYYY-MM-DD-HH-mm`, the format of spans. */
export const spanTime = (at: number, zone: string): string =>
  new Date(toWallClock(at, zone)).toISOString().slice(0, 16).replaceAll(/[T:]/g, '-')

/** `YYYY-MM-DD HH:mm:ss`, as pickers take and give it. */
export const localOfInstant = (at: number, zone: string): string =>
  formatFullTime(at, zone).replaceAll('/', '-')

/** Of `YYYY-MM-DD HH:mm:ss`, as pickers give it; milliseconds since 1970. */
export const instantOfLocal = (local: string, zone: string): number =>
  fromWallClock(Date.parse(`${local.replace(' ', 'T')}Z`), zone)
