import { fullTime } from '../../../ui/text/timeWords.ts'

/** The zone's local time as if it were UTC, milliseconds since 1970; whole seconds. */
export const wallClock = (at: number, zone: string): number =>
  Date.parse(`${fullTime(at, zone).replaceAll('/', '-').replace(' ', 'T')}Z`)

const offsetOf = (at: number, zone: string) => wallClock(at, zone) - Math.floor(at / 1000) * 1000

/** Inverse of `wallClock`. */
export function instantOf(wall: number, zone: string): number {
  const near = wall - offsetOf(wall, zone)
  return wall - offsetOf(near, zone)
}

/** `YYYY-MM-DD-HH-mm`, the format of spans. */
export const spanTime = (at: number, zone: string): string =>
  new Date(wallClock(at, zone)).toISOString().slice(0, 16).replaceAll(/[T:]/g, '-')
