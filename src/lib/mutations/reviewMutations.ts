import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Reading, readingEndpoints } from '../../../contract/readings.ts'
import { type BlindPercent, blindEndpoints } from '../../../contract/review/blind.ts'
import { retakeEndpoints } from '../../../contract/review/retakes.ts'
import { reviewEndpoints } from '../../../contract/review/review.ts'
import { askAboutClosedMonths } from '../closings/askAboutClosedMonths.ts'
import { readingKeys } from '../queries/readings.ts'
import { blindSampleQuery } from '../queries/review/review.ts'
import { reviewKeys } from '../queries/review/reviewKeys.ts'
import { call } from '../session/api.ts'
import { reloadLists } from './readingMutations.ts'

/** Lends readings to this reviewer instead of those before. */
export const lendReadings = async (ids: readonly number[]) =>
  (await call(reviewEndpoints.updateLoans, { body: { reading_ids: [...ids] } })).data.lent

/** Asks for another photograph of a reading's meter, or takes that back. */
export const requestRetake = async (id: number) =>
  (await call(retakeEndpoints.requestRetake, { params: { id } })).data
export const withdrawRetake = async (id: number): Promise<void> => {
  await call(retakeEndpoints.withdrawRetake, { params: { id } })
}

/** Sends what the user typed of a reading without having seen its value. */
export function useCheckBlind() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, value }: { id: number; value: number }) =>
      (await call(blindEndpoints.checkBlind, { params: { id }, body: { value } })).data,
    onSuccess: () => reloadReadings(client),
  })
}

export function useUpdateBlindSample() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (percent: BlindPercent) => call(blindEndpoints.updateBlindSample, { body: { percent } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries(blindSampleQuery),
        client.invalidateQueries({ queryKey: reviewKeys.count }),
      ]),
  })
}

/** Confirms several values that the user saw, and returns the ids of those that the server took. */
export function useConfirmTogether() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (readings: readonly Pick<Reading, 'id' | 'value'>[]) => {
      const body = {
        readings: readings.flatMap(({ id, value }) => (value === null ? [] : [{ reading_id: id, value }])),
      }
      return (await call(reviewEndpoints.confirmTogether, { body })).data.confirmed
    },
    onSuccess: () => reloadReadings(client),
  })
}

/** Takes that back as a whole. */
export function useUndoTogether() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly number[]) =>
      (await call(reviewEndpoints.undoTogether, { body: { reading_ids: [...ids] } })).data,
    onSuccess: () => reloadReadings(client),
  })
}

function reloadReadings(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: readingKeys.ones })
  void client.invalidateQueries({ queryKey: readingKeys.changes })
  void reloadLists(client)
}

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
