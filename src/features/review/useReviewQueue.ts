import { useState } from 'react'
import type { ReviewItem } from '../../../contract/review/review.ts'

interface Queue {
  items: readonly ReviewItem[]
  /** The item shown. */
  at: number
}

const clamped = ({ items, at }: Queue): Queue => ({ items, at: Math.max(0, Math.min(at, items.length - 1)) })
const idOf = ({ reading }: ReviewItem) => reading.id

/** What a reviewer goes through, and which item is shown. */
export function useReviewQueue(initial: readonly ReviewItem[]) {
  const [{ items, at }, setQueue] = useState<Queue>({ items: initial, at: 0 })
  const change = (next: (queue: Queue) => Queue) => setQueue((queue) => clamped(next(queue)))
  const without = (gone: ReadonlySet<number>) =>
    change((queue) => {
      const left = queue.items.filter((item) => !gone.has(idOf(item)))
      const before = queue.items.slice(0, queue.at).filter((item) => gone.has(idOf(item))).length
      return { items: left, at: queue.at - before }
    })
  return {
    items,
    at,
    without,
    /** Shows the item before or after. */
    move: (step: 1 | -1) => change((queue) => ({ ...queue, at: queue.at + step })),
    /** Puts an item behind all others. */
    defer: (id: number) =>
      change((queue) => {
        const deferred = queue.items.filter((item) => idOf(item) === id)
        return { ...queue, items: [...queue.items.filter((item) => idOf(item) !== id), ...deferred] }
      }),
    /** Shows items again that a decision had removed. */
    restore: (again: readonly ReviewItem[]) =>
      change(({ items: others, at: shown }) => ({
        items: [...others.slice(0, shown), ...again, ...others.slice(shown)],
        at: shown,
      })),
  }
}
