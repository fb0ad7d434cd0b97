import { setTimeout as pause } from 'node:timers/promises'

/** The time in which virtual devices live. */
export interface Clock {
  now(): Date
  /** Resolves at this time, at once when it is past. Rejects when the signal ends the simulation. */
  until(at: Date, signal: AbortSignal): Promise<void>
}

/**
 * Time that begins in the past, goes `speed` times as fast for so many minutes of real time, and is real from
 * then on: nothing is ever reported from the future.
 */
export function simulatedClock(speed: number, minutes: number): Clock {
  const began = Date.now()
  const caughtUp = began + minutes * 60_000
  const start = caughtUp - minutes * 60_000 * speed
  const toVirtual = (real: number) => (real >= caughtUp ? real : start + (real - began) * speed)
  const toReal = (virtual: number) => (virtual >= caughtUp ? virtual : began + (virtual - start) / speed)
  return {
    now: () => new Date(toVirtual(Date.now())),
    async until(at, signal) {
      const wait = toReal(at.getTime()) - Date.now()
      if (wait > 0) await pause(wait, undefined, { signal })
      signal.throwIfAborted()
    },
  }
}

export const realClock = (): Clock => simulatedClock(1, 0)
