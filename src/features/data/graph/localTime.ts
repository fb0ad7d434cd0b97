import { fullTime } from '../../../ui/text/timeWords.ts'

/** What a clock on the wall of the zone shows, as milliseconds since 1970 of a clock in Greenwich; whole seconds. */
export const wallClock = (at: number, zone: string): number =>
  Date.parse(`${fullTime(at, zone).replaceAll('/', '-').replace(' ', 'T')}Z`)

const offsetOf = (at: number, zone: string) => wallClock(at, zone) - Math.floor(at / 1000) * 1000

/** The instant at which the wall shows this. */
export function instantOf(wall: number, zone: string): number {
  const near = wall - offsetOf(wall, zone)
  return wall - offsetOf(near, zone)
}

/** `YYYY-MM-DD-HH-mm` of the minute, as spans have it. */
export const spanTime = (at: number, zone: string): string =>
  new Date(wallClock(at, zone)).toISOString().slice(0, 16).replaceAll(/[T:]/g, '-')
