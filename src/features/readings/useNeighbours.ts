import { useState } from 'react'

interface Row {
  id: number
}

/** Undefined: not here, as nobody was near it. */
type Rows = readonly (Row | undefined)[]

interface Neighbours {
  before: Row | undefined
  after: Row | undefined
  /** It stands in the list, or stood there while it was looked at, as its first or last. */
  isFirst: boolean
  isLast: boolean
}

/**
 * What stands before and after a reading in the list behind. One that its correction takes out of the list still leads
 * on to where it stood.
 */
export function useNeighbours(listed: Rows, id: number): Neighbours {
  const place = listed.findIndex((each) => each?.id === id)
  const [stood, setStood] = useState<{ listed: Rows; id: number } | null>(null)
  if (place >= 0 && (stood?.listed !== listed || stood.id !== id)) setStood({ listed, id })
  const among = place < 0 && stood?.id === id ? stood.listed : listed
  const at = place < 0 ? among.findIndex((each) => each?.id === id) : place
  return {
    before: among[at - 1],
    after: at < 0 ? undefined : among[at + 1],
    isFirst: at === 0,
    isLast: at >= 0 && at === among.length - 1,
  }
}
