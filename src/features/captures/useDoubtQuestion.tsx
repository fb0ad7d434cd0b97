import { type ReactNode, useState } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import type { Shown } from '../../../contract/consumption.ts'
import type { Doubt } from '../../../contract/doubts.ts'
import type { Meter } from '../../../contract/meters.ts'
import { doubtsOf, type ToldDoubt } from '../../lib/plausibility.ts'
import { DoubtDialog } from './DoubtDialog.tsx'

interface Subject {
  meter: Meter
  type: CategoryType
  unit: string
}

interface Question {
  shown: Shown
  captureId: string
  doubts: ToldDoubt[]
  answer: (confirmed: Doubt[] | null) => void
}

/**
 * Asks once about a value that is odd, and never blocks. `ask` resolves to what it was confirmed against, or null: it is
 * to be corrected.
 */
export function useDoubtQuestion({ meter, type, unit }: Subject): {
  ask: (shown: Shown, captureId: string) => Promise<Doubt[] | null>
  dialog: ReactNode
} {
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = (shown: Shown, captureId: string) => {
    const doubts = doubtsOf({ shown, meter, type, unit })
    if (doubts.length === 0) return Promise.resolve([])
    return new Promise<Doubt[] | null>((resolve) => {
      const answer = (confirmed: Doubt[] | null) => {
        setQuestion(null)
        resolve(confirmed)
      }
      setQuestion({ shown, captureId, doubts, answer })
    })
  }
  const dialog = question && (
    <DoubtDialog
      shown={question.shown}
      captureId={question.captureId}
      doubts={question.doubts}
      meter={meter}
      unit={unit}
      onCorrect={() => question.answer(null)}
      onConfirm={question.answer}
    />
  )
  return { ask, dialog }
}
