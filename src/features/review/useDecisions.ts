import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Reading } from '../../../contract/readings.ts'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { DeclinedError } from '../../failures/callErrors.ts'
import { useCorrectReading } from '../../lib/mutations/readingMutations.ts'
import { useUndoDecision } from '../../lib/mutations/reviewMutations.ts'
import { reviewCountQuery } from '../../lib/queries/review/review.ts'
import { reviewKeys } from '../../lib/queries/review/reviewKeys.ts'
import { notify } from '../../ui/notice/notify.tsx'

/** How long a decision can be taken back. Milliseconds. */
export const undoTime = 10_000

export interface Decision {
  item: ReviewItem
  value: number | null
  /** False: it was not stored. */
  stored: Promise<boolean>
}

/** Sends decisions while the next item is shown. `onBack` is called with an item that must be decided again. */
export function useDecisions(onBack: (item: ReviewItem, reading: Reading) => void) {
  const client = useQueryClient()
  const correcting = useCorrectReading()
  const undoing = useUndoDecision()
  const [last, setLast] = useState<Decision | null>(null)
  useEffect(() => {
    if (last === null) return
    const timer = setTimeout(() => setLast(null), undoTime)
    return () => clearTimeout(timer)
  }, [last])

  const decide = (item: ReviewItem, value: number | null) => {
    const { id, meter } = item.reading
    // The end of the list does not say for a moment that this one is left.
    client.setQueryData(reviewCountQuery.queryKey, (count) => count && count - 1)
    const stored = correcting.mutateAsync({ id, value }).then(
      () => true,
      (error: unknown) => {
        setLast((decision) => (decision?.item === item ? null : decision))
        onBack(item, item.reading)
        void client.invalidateQueries({ queryKey: reviewKeys.count })
        if (!(error instanceof DeclinedError))
          notify.failure(error, { title: `「${meter.name}」の値を確定できませんでした` })
        return false
      },
    )
    setLast({ item, value, stored })
  }

  const undo = async () => {
    if (last === null) return
    setLast(null)
    if (!(await last.stored)) return
    try {
      onBack(last.item, await undoing.mutateAsync(last.item.reading.id))
    } catch (error) {
      if (!(error instanceof DeclinedError)) notify.failure(error, { title: '元に戻せませんでした' })
    }
  }
  return { last, decide, undo }
}
