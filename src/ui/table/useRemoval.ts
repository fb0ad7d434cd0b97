import type { RefObject } from 'react'
import { type Removal, removeAfterQuestion } from '../dialog/removeAfterQuestion.ts'
import { useWorking } from '../state/useWorking.ts'
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts'

/** Deletes rows after a question. The focus goes to the next row, or to `last`, or to the list. */
export function useRemoval(last?: RefObject<HTMLElement | null>): (removal: Removal) => void {
  const [isRemoving, startRemoving] = useWorking()
  const markAsker = useFocusAfterRemoval(isRemoving, last)
  return (removal) => {
    markAsker()
    startRemoving(() => removeAfterQuestion(removal))
  }
}
