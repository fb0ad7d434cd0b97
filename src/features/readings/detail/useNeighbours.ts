import { useState } from 'react'

interface Row {
  id: number
}

/** Undefined: not loaded. */
type Rows = readonly (Row | undefined)[]

interface Neighbours {
  before: Row | undefined
  after: Row | undefined
  /** First or last in the list, or was before a correction. */
  isFirst: boolean
  isLast: boolean
}

/** Previous and next reading of the list. One that its correction removed from the list keeps its neighbours. */
export function useNeighbours(listed: Rows, id: number): Neighbours {
  const index = listed.findIndex((each) => each?.id === id)
  const [stood, setStood] = useState<{ listed: Rows; id: number } | null>(null)
  if (index >= 0 && (stood?.listed !== listed || stood.id !== id)) setStood({ listed, id })
  const among = index < 0 && stood?.id === id ? stood.listed : listed
  const at = index < 0 ? among.findIndex((each) => each?.id === id) : index
  return {
    before: among[at - 1],
    after: at < 0 ? undefined : among[at + 1],
    isFirst: at === 0,
    isLast: at >= 0 && at === among.length - 1,
  }
}
