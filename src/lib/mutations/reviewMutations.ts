import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readingEndpoints } from '../../../contract/readings.ts'
import { reviewEndpoints } from '../../../contract/review/review.ts'
import { askAboutClosedMonths } from '../closings/askAboutClosedMonths.ts'
import { readingKeys } from '../queries/readings.ts'
import { call } from '../session/api.ts'
import { reloadLists } from './readingMutations.ts'

/** Lends readings to this reviewer instead of those before. */
export const lendReadings = async (ids: readonly number[]) =>
  (await call(reviewEndpoints.updateLoans, { body: { reading_ids: [...ids] } })).data.lent

/** Takes back what the user has just decided about a value. */
export function useUndoDecision() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      askAboutClosedMonths(
        async (headers) => (await call(readingEndpoints.undoDecision, { params: { id }, headers })).data,
      ),
    onSuccess: (reading) => {
      client.setQueryData(readingKeys.one(reading.id), reading)
      void client.invalidateQueries({ queryKey: readingKeys.changes })
      void client.invalidateQueries({ queryKey: readingKeys.lists })
      void reloadLists(client)
    },
  })
}
