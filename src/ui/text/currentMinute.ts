import { createContext, useSyncExternalStore } from 'react'

const minute = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let readAhead = (): number => 0

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(announceClock, minute)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** `read` returns the milliseconds by which this device's clock is ahead of the right time. */
export function setClockAhead(read: () => number): void {
  readAhead = read
}

/** Shows the time again, after a minute or when more is known of this device's clock. */
export function announceClock(): void {
  for (const tell of listeners) tell()
}

/** The right time, also where this device's clock is wrong; milliseconds since 1970. */
export const correctedNow = (): number => Date.now() - readAhead()

const thisMinute = () => Math.floor(correctedNow() / minute) * minute

/** The current minute of the right time in milliseconds, so that 今日 changes at midnight on an open screen. */
export const useCurrentMinute = (): number => useSyncExternalStore(subscribe, thisMinute)

/** The right time of a moment that this device's clock has recorded. Milliseconds since 1970. */
export const useCorrectedTime = (time: number): number => time - useSyncExternalStore(subscribe, readAhead)

/** IANA name of the organization's zone, used for all times. */
export const TimeZone = createContext('Asia/Tokyo')
