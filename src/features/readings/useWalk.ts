import { useState } from 'react'

type Rows = readonly ({ id: number } | undefined)[]

/** Where the rows stand in the whole list: so many before them, so many in all. */
export interface WholeList {
  before: number
  count: number
}

interface Place {
  number: number
  total: number
}

/**
 * Where a person stands on the way through a list from which each row goes that they have dealt with: those still count,
 * so that the second of four stays the second of four. Null where the row does not stand in the list.
 */
export function useWalk(listed: Rows, id: number, { before, count }: WholeList) {
  const [dealtWith, setDealtWith] = useState<readonly { id: number; after: ReadonlySet<number> }[]>([])
  const at = listed.findIndex((each) => each?.id === id)
  // One that was taken back stands in the list again.
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
