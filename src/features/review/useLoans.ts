import { useEffect, useEffectEvent, useState } from 'react'
import { loanTime, type ReviewItem } from '../../../contract/review/review.ts'
import { lendReadings } from '../../lib/mutations/reviewMutations.ts'

/** Readings are lent again so long before their loans end. Milliseconds. */
const early = 60_000
/** After a failure. Milliseconds. */
const pause = 3000

interface Loans {
  ids: ReadonlySet<number>
  /** By this device's clock, milliseconds since 1970. */
  until: number
}

/**
 * Lends what a reviewer is about to decide, beginning with the item shown, and again when fewer than `least` are left.
 * `onGone` is called with the ids of readings that another reviewer has, or that were changed since they were listed.
 */
export function useLoans(
  ahead: readonly ReviewItem[],
  least: number,
  onGone: (ids: ReadonlySet<number>) => void,
) {
  const [loans, setLoans] = useState<Loans>({ ids: new Set(), until: 0 })
  const [failures, setFailures] = useState(0)
  const lend = useEffectEvent(() => {
    const began = Date.now()
    lendReadings(ahead.map(({ reading }) => reading.id)).then(
      (lent) => {
        const changedAt = new Map(lent.map((each) => [each.reading_id, each.updated_at]))
        const gone = ahead.filter(({ reading }) => changedAt.get(reading.id) !== reading.updated_at)
        setLoans({ ids: new Set(changedAt.keys()), until: began + loanTime })
        if (gone.length > 0) onGone(new Set(gone.map(({ reading }) => reading.id)))
      },
      () => setFailures((count) => count + 1),
    )
  })
  const lentAhead = ahead.findIndex(({ reading }) => !loans.ids.has(reading.id))
  const isShort = lentAhead >= 0 && lentAhead < least
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer after which too few are still lent asks again
  useEffect(() => {
    if (isShort) lend()
  }, [isShort, loans])
  useEffect(() => {
    if (failures === 0) return
    const timer = setTimeout(lend, pause)
    return () => clearTimeout(timer)
  }, [failures])
  useEffect(() => {
    if (loans.until === 0) return
    const timer = setTimeout(lend, Math.max(0, loans.until - early - Date.now()))
    return () => clearTimeout(timer)
  }, [loans.until])
  useEffect(() => () => void lendReadings([]).catch(() => null), [])
  return { lent: loans.ids, isLent: (id: number) => loans.ids.has(id) && Date.now() < loans.until }
}
