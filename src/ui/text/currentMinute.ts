import { createContext, useSyncExternalStore } from 'react'

const minute = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const tell of listeners) tell()
  }, minute)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const thisMinute = () => Math.floor(Date.now() / minute) * minute

/** Current minute in milliseconds, so that 今日 changes at midnight on an open screen. */
export const useCurrentMinute = (): number => useSyncExternalStore(subscribe, thisMinute)

/** IANA name of the organization's zone, used for all times. */
export const TimeZone = createContext('Asia/Tokyo')
