import { useState } from 'react'

type Rows = readonly ({ id: number } | undefined)[]

/** Rows before `listed`, and in all. */
export interface ListWindow {
  before: number
  count: number
}

interface Handled {
  id: number
  number: number
  /** What came after it. */
  after: ReadonlySet<number>
}

interface ListPosition {
  number: number
  total: number
}

/**
 * Position in a list that rows leave once handled: those still count, so the second of four stays the second, while it
 * is shown and after. Null if not in the list and not handled.
 */
export function useReviewPosition(listed: Rows, id: number, { before, count }: ListWindow) {
  const [handled, setHandled] = useState<readonly Handled[]>([])
  const at = listed.findIndex((each) => each?.id === id)
  // After undo a row is back in the list.
  const removed = handled.filter((each) => !listed.some((row) => row?.id === each.id))
  const passed = removed.filter(({ after }) => after.has(id)).length
  const left = removed.find((each) => each.id === id)
  const number = at < 0 ? left?.number : before + passed + at + 1
  const position: ListPosition | null =
    number === undefined ? null : { number, total: Math.max(count, listed.length) + removed.length }
  const leave = () => {
    if (number === undefined) return
    const after = new Set(listed.slice(at + 1).flatMap((each) => each?.id ?? []))
    setHandled([...handled.filter((each) => each.id !== id), { id, number, after }])
  }
  return { position, isHandled: handled.some((each) => each.id === id), leave }
}
