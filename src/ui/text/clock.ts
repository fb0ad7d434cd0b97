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

/** The time to the minute, in milliseconds; a screen left open does not go on saying 今日 tomorrow. */
export const useMinute = (): number => useSyncExternalStore(subscribe, thisMinute)

/** IANA name of the organization's zone, in which all times are shown. */
export const TimeZone = createContext('Asia/Tokyo')
