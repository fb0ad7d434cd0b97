import { useState } from 'react'
import type { CategoryType } from '../../../../contract/categories.ts'
import type { Meter } from '../../../../contract/meters.ts'
import type { KnownMonths } from '../../../../contract/usage/monthSoFar.ts'
import type { Shown } from '../../../../contract/values/consumption.ts'
import type { Doubt } from '../../../../contract/values/doubts.ts'
import { doubtsOf, type ToldDoubt } from '../../../lib/readings/plausibility.ts'
import { unusualMonthDoubt } from '../../../lib/usages/unusualMonthDoubt.ts'

interface Subject {
  meter: Meter
  type: CategoryType
  unit: string
  /** Of the meter; null: not known. */
  months?: KnownMonths | null
}

interface Asked {
  shown: Shown
  captureId: string
  /** What the reader was sure of; null: of nothing. */
  sureRead: number | null
  /** What speaks against the photograph, whatever its value. */
  ofPicture: readonly ToldDoubt[]
}

interface Question extends Asked {
  doubts: ToldDoubt[]
  /** Null: it is to be corrected. */
  answer: (confirmed: Doubt[] | null) => void
}

/**
 * Asks once about a value that is odd, and never blocks. `ask` resolves to what it was confirmed against, or null: it is
 * to be corrected.
 */
export function useDoubtQuestion({ meter, type, unit, months = null }: Subject): {
  ask: (asked: Asked) => Promise<Doubt[] | null>
  question: Question | null
} {
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = (asked: Asked) => {
    const { shown, sureRead, ofPicture } = asked
    const ofMonth = months && unusualMonthDoubt(months, shown, meter, unit)
    const doubts = [
      ...ofPicture,
      ...doubtsOf({ shown, meter, type, unit, sureRead }),
      ...(ofMonth === null ? [] : [ofMonth]),
    ]
    if (doubts.length === 0) return Promise.resolve([])
    return new Promise<Doubt[] | null>((resolve) => {
      const answer = (confirmed: Doubt[] | null) => {
        setQuestion(null)
        resolve(confirmed)
      }
      setQuestion({ ...asked, doubts, answer })
    })
  }
  return { ask, question }
}
