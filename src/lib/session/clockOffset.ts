import { useSyncExternalStore } from 'react'
import { clockTolerance, correctionOf } from '../../../contract/time/phoneClock.ts'
import { announceClock, setClockAhead } from '../../ui/text/currentMinute.ts'

const storageKey = 'clockOffset'

const listeners = new Set<() => void>()

/** Milliseconds by which this device's clock is ahead of the server's, as of its last answer; null: none yet. */
export function lastClockOffset(): number | null {
  const stored = localStorage.getItem(storageKey)
  return stored === null ? null : Number(stored)
}

setClockAhead(() => correctionOf(lastClockOffset()))

/** Takes the server's time from an answer. */
export function noteServerTime(headers: Headers, now = Date.now()): void {
  const told = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  // The header has whole seconds.
  const offset = Math.round(now - told - 500)
  const known = lastClockOffset()
  // Each answer differs by what the line took.
  if (known !== null && Math.abs(known - offset) < 5000) return
  localStorage.setItem(storageKey, String(offset))
  for (const tell of listeners) tell()
  announceClock()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Minutes by which this device's clock is ahead; null: right, or not known. */
export function useWrongClock(): number | null {
  const offset = useSyncExternalStore(subscribe, lastClockOffset)
  return offset === null || Math.abs(offset) <= clockTolerance ? null : Math.round(offset / 60_000)
}
