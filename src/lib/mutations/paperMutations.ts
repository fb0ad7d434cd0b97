import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Issue } from '../../../contract/calls/errors.ts'
import type { ClosedMonths } from '../../../contract/closing/closedMonths.ts'
import { readingEndpoints } from '../../../contract/readings.ts'
import { ApiError, DeclinedError, NetworkError } from '../../failures/callErrors.ts'
import { confirmClosedMonths, noticeClosedMonths } from '../closings/confirmClosedMonths.tsx'
import { call } from '../session/api.ts'
import { type NewReading, reloadLists, sendReading } from './readingMutations.ts'

/** A value with the text that was typed for it. */
export interface PaperReading extends NewReading {
  text: string
}

interface Outcome<T, R> {
  done: { item: T; answer: R }[]
  failed: { item: T; error: unknown }[]
}

/**
 * Sends changes one after the other, so that one that is refused holds up no other. Those that would change closed months
 * are asked about together at the end. After a lost connection the rest is not tried.
 */
async function sendEach<T, R>(
  items: readonly T[],
  send: (item: T, headers: ClosedMonths) => Promise<R>,
): Promise<Outcome<T, R>> {
  const outcome: Outcome<T, R> = { done: [], failed: [] }
  const refused: { item: T; error: ApiError }[] = []
  let lost: NetworkError | null = null
  const attempt = async (item: T, headers: ClosedMonths) => {
    if (lost !== null) {
      outcome.failed.push({ item, error: lost })
      return
    }
    try {
      outcome.done.push({ item, answer: await send(item, headers) })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'closed_months_change') refused.push({ item, error })
      else outcome.failed.push({ item, error })
      if (error instanceof NetworkError) lost = error
    }
  }
  for (const item of items) await attempt(item, { 'closed-months': 'refuse' })
  if (refused.length === 0) return outcome
  const issues: Issue[] = refused.flatMap(({ error }) => error.issues)
  if (lost === null && !(await confirmClosedMonths(issues))) {
    const declined = refused.map(({ item, error }) => ({
      item,
      error: new DeclinedError('closed months', { cause: error }),
    }))
    return { ...outcome, failed: [...outcome.failed, ...declined] }
  }
  const before = outcome.done.length
  for (const { item } of refused) await attempt(item, {})
  if (outcome.done.length > before) noticeClosedMonths(issues)
  return outcome
}

interface Creation {
  readings: readonly PaperReading[]
  onStored: (reading: PaperReading) => void
}

/** Adds the values of a paper list; lists and graphs reload once behind them. */
export function useCreateReadings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ readings, onStored }: Creation) =>
      sendEach(readings, async (reading, headers) => {
        const receipt = await sendReading(reading, headers)
        onStored(reading)
        return receipt
      }),
    onSettled: () => void reloadLists(client),
  })
}

/** Deletes the readings that were added together. */
export function useDeleteReadings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (readings: readonly (PaperReading & { id: number })[]) =>
      sendEach(readings, ({ id }, headers) =>
        call(readingEndpoints.deleteReading, { params: { id }, headers }),
      ),
    onSettled: () => void reloadLists(client),
  })
}
