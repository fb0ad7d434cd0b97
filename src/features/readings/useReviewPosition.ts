import { useState } from 'react'

type Rows = readonly ({ id: number } | undefined)[]

/** Rows before `listed`, and in all. */
export interface ListWindow {
  before: number
  count: number
}

interface ListPosition {
  number: number
  total: number
}

/**
 * Position in a list that rows leave once handled: those still count, so the second of four stays the second. Null if
 * not in the list.
 */
export function useReviewPosition(listed: Rows, id: number, { before, count }: ListWindow) {
  const [handled, setHandled] = useState<readonly { id: number; after: ReadonlySet<number> }[]>([])
  const at = listed.findIndex((each) => each?.id === id)
  // After undo a row is back in the list.
  const removed = handled.filter((each) => !listed.some((row) => row?.id === each.id))
  const passed = removed.filter(({ after }) => after.has(id)).length
  const place: ListPosition | null =
    at < 0
      ? null
      : { number: before + passed + at + 1, total: Math.max(count, listed.length) + removed.length }
  const leave = () => {
    const after = new Set(listed.slice(at + 1).flatMap((each) => each?.id ?? []))
    setHandled([...handled, { id, after }])
  }
  return { place, leave }
}
