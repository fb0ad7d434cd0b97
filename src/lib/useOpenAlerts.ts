import { useQuery } from '@tanstack/react-query'
import { useCorrectedMinute } from './clockOffset.ts'
import type { ShownRound } from './heldRound.ts'
import { occurringAlertsQuery } from './queries/alerts.ts'
import { isLate } from './roundState.ts'
import { useRounds } from './useRounds.ts'

/** The present rounds that are due and not done. */
export function useLateRounds(): ShownRound[] {
  const { rounds = [] } = useRounds()
  const now = useCorrectedMinute()
  return rounds.filter((round) => isLate(round, now))
}

/** How many alerts go on: of meters, and late rounds; undefined: not known yet. */
export function useOpenAlerts(): { count: number; late: number } | undefined {
  const { data } = useQuery(occurringAlertsQuery)
  const late = useLateRounds().length
  return data && { count: data.count + late, late }
}
