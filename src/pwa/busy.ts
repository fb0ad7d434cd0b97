import { useEffect } from 'react'

/**
 * What a reload would destroy. `input`: unsaved, also lost on navigation. `work`: an open camera, sending the outbox.
 * `saving`: a photograph on its way into the outbox.
 */
type BusyKind = 'input' | 'work' | 'saving'

const marks = new Map<symbol, BusyKind>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Blocks reloads until the returned function is called. */
export function markBusy(reason: string, kind: BusyKind = 'work'): () => void {
  const mark = Symbol(reason)
  marks.set(mark, kind)
  tell()
  return () => {
    marks.delete(mark)
    tell()
  }
}

export const isBusy = (): boolean => marks.size > 0

export const hasUnsavedInput = (): boolean => [...marks.values()].includes('input')

/** A storage that has not answered by then does not answer. Milliseconds. */
export const longestSaving = 20_000

/** Resolves when no photograph is on its way into the outbox, or after `longestSaving`. */
export function photographsSaved(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(end, longestSaving)
  const unsubscribe = subscribeBusy(look)
  function end() {
    clearTimeout(timer)
    unsubscribe()
    resolve()
  }
  function look() {
    if (![...marks.values()].includes('saving')) end()
  }
  look()
  return promise
}

/** The user agreed to lose unsaved input; no further question. */
export function discardInput(): void {
  for (const [mark, kind] of marks) if (kind === 'input') marks.delete(mark)
  tell()
}

/** Returns the unsubscribe function. */
export function subscribeBusy(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Busy while mounted and `active`. */
export function useBusy(reason: string, active: boolean, kind: BusyKind = 'work'): void {
  useEffect(() => (active ? markBusy(reason, kind) : undefined), [reason, active, kind])
}
