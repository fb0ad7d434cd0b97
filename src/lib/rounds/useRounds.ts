import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { heldRound } from '../held/heldRound.ts'
import { roundsQuery } from '../queries/rounds.ts'
import { useWalks } from './useWalks.ts'

/** The present rounds, with what this phone holds. */
export function useRounds() {
  const query = useQuery(roundsQuery)
  const walks = useWalks()
  const { data } = query
  const rounds = useMemo(
    () =>
      data?.map((round) =>
        heldRound(
          round,
          walks?.find(({ inspectionId }) => inspectionId === round.inspection_id),
        ),
      ),
    [data, walks],
  )
  return { ...query, rounds }
}
