import { useState } from 'react'

type Rows = readonly ({ id: number } | undefined)[]

/** Rows before `listed`, and in all. */
export interface WholeList {
  before: number
  count: number
}

interface Place {
  number: number
  total: number
}

/**
 * Position in a list that rows leave once handled: those still count, so the second of four stays the second. Null if
 * not in the list.
 */
export function useWalk(listed: Rows, id: number, { before, count }: WholeList) {
  const [dealtWith, setDealtWith] = useState<readonly { id: number; after: ReadonlySet<number> }[]>([])
  const at = listed.findIndex((each) => each?.id === id)
  // After undo a row is back in the list.
  const gone = dealtWith.filter((each) => !listed.some((row) => row?.id === each.id))
  const passed = gone.filter(({ after }) => after.has(id)).length
  const place: Place | null =
    at < 0 ? null : { number: before + passed + at + 1, total: Math.max(count, listed.length) + gone.length }
  const leave = () => {
    const after = new Set(listed.slice(at + 1).flatMap((each) => each?.id ?? []))
    setDealtWith([...dealtWith, { id, after }])
  }
  return { place, leave }
}
