import { useState } from 'react'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { wallOf } from './wallOf.ts'

const nothing: ReadonlySet<number> = new Set()

const idOf = ({ reading }: ReviewItem) => reading.id

/** 同じ値の壁: what of the queue is compared at once, and which crops show another value. */
export function useWall(queued: readonly ReviewItem[]) {
  const { units } = useMasters('units')
  const [wrong, setWrong] = useState(nothing)
  /** Looked at on the wall, and left for decisions one by one. */
  const [passed, setPassed] = useState(nothing)
  const groups = wallOf(
    queued.filter((item) => !passed.has(idOf(item))),
    (id) => nameIn(units, id),
  )
  const items = groups.flatMap((group) => group.items)
  return {
    groups,
    items,
    wrong,
    /** Those that nobody has marked. */
    right: items.filter((item) => !wrong.has(idOf(item))),
    toggle: (id: number) =>
      setWrong((before) => (before.has(id) ? without(before, id) : new Set([...before, id]))),
    /** Leaves those that are marked for decisions one by one. */
    passWrong: () => {
      setPassed(new Set([...passed, ...wrong]))
      setWrong(nothing)
    },
    /** Leaves these as well. */
    pass: (others: readonly ReviewItem[]) => setPassed((before) => new Set([...before, ...others.map(idOf)])),
  }
}

const without = (ids: ReadonlySet<number>, id: number) => new Set([...ids].filter((each) => each !== id))
