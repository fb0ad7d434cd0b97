import { useEffect } from 'react'

/**
 * What a reload would destroy. `input`: typed and not saved; leaving the screen would destroy it too.
 * `work`: an open camera, a drain of the outbox.
 */
type BusyKind = 'input' | 'work'

const marks = new Map<symbol, BusyKind>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Says that a reload would now destroy something. Call what it returns when that is over. */
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

/** The person agreed to lose what they typed; nobody need ask again. */
export function discardInput(): void {
  for (const [mark, kind] of marks) if (kind === 'input') marks.delete(mark)
  tell()
}

/** Calls back with every change. Returns a function that ends it. */
export function subscribeBusy(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Marks busy as long as the component shows and `active` holds. */
export function useBusy(reason: string, active: boolean, kind: BusyKind = 'work'): void {
  useEffect(() => (active ? markBusy(reason, kind) : undefined), [reason, active, kind])
}
