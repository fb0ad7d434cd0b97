import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ClosedMonths } from '../../../contract/closing/closedMonths.ts'
import { type Reading, readingEndpoints } from '../../../contract/readings.ts'
import type { Receipt } from '../../../contract/receipts.ts'
import type { Doubt } from '../../../contract/values/doubts.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { askAboutClosedMonths } from '../closings/askAboutClosedMonths.ts'
import { alertKeys } from '../queries/alerts.ts'
import { auditKeys } from '../queries/auditKeys.ts'
import { meterKeys } from '../queries/meters.ts'
import { isLong, removeListed, replaceListed } from '../queries/pagedList.ts'
import { readingKeys, valueTimeout } from '../queries/readings.ts'
import { reviewKeys } from '../queries/review/reviewKeys.ts'
import { roundKeys } from '../queries/rounds.ts'
import { call } from '../session/api.ts'

/**
 * A change of readings also changes graphs, alerts, rounds, and what lists of meters show as their latest. Long lists show
 * the change already, and stay.
 */
export const reloadLists = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: readingKeys.lists, predicate: (query) => !isLong(query) }),
    client.invalidateQueries({ queryKey: readingKeys.series }),
    client.invalidateQueries({ queryKey: readingKeys.neighbours }),
    client.invalidateQueries({ queryKey: readingKeys.valuesAround }),
    client.invalidateQueries({ queryKey: meterKeys.all }),
    client.invalidateQueries({ queryKey: alertKeys.all }),
    client.invalidateQueries({ queryKey: roundKeys.all }),
    client.invalidateQueries({ queryKey: reviewKeys.count }),
  ])

/** For a notification: the alerts that disappeared with a correction or deletion; null if none did. */
export const removedAlertsText = (removed = 0): string | null =>
  removed > 0 ? `この変更で、アラート ${removed}件がなくなりました。` : null

/** Lists show a corrected reading at once and reload behind it. */
function showCorrected(
  client: QueryClient,
  { removed_alerts: removed, ...corrected }: Reading & { removed_alerts?: number | undefined },
): void {
  const text = removedAlertsText(removed)
  if (text !== null) notify.info(text)
  client.setQueryData(readingKeys.one(corrected.id), corrected)
  void client.invalidateQueries({ queryKey: readingKeys.changesOf(corrected.id) })
  void client.invalidateQueries({ queryKey: readingKeys.changesOfMeters })
  replaceListed(client, 'readings', corrected)
  void reloadLists(client)
}

/** What a person corrects of a reading. */
interface Correction {
  id: number
  value?: number | null
  /** `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
  created_at?: string
  /** Why; may be empty. */
  reason?: string
}

/** Writes another value or time into a reading. */
export function useCorrectReading() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, reason = '', ...changes }: Correction) => {
      const why = reason.trim()
      const body = { ...changes, ...(why !== '' && { reason: why }) }
      return askAboutClosedMonths(
        async (headers) =>
          (await call(readingEndpoints.updateReading, { params: { id }, headers, body })).data,
      )
    },
    onSuccess: (corrected) => showCorrected(client, corrected),
  })
}

/** Confirms when a reading was measured: `YYYY-MM-DD HH:mm:ss` in the organization’s zone. Null: its time is right. */
export function useCorrectReadingTime() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, time }: { id: number; time: string | null }) =>
      askAboutClosedMonths(async (headers) => {
        const input = { params: { id }, headers, body: { created_at: time } }
        return (await call(readingEndpoints.updateReadingTime, input)).data
      }),
    onSuccess: (corrected) => showCorrected(client, corrected),
  })
}

/** A reading that a person adds by hand. */
export interface NewReading {
  /** Made once for what a person typed: sent again, it is the same reading. */
  key: string
  meterId: number
  value: number
  /** `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
  measuredAt: string
  /** As a `data:` address. */
  image: string | null
  confirmedDoubts: Doubt[]
}

/** A value without a picture has a time limit, because it can wait on the device. */
export async function sendReading(
  { key, meterId, value, measuredAt, image, confirmedDoubts }: NewReading,
  headers: ClosedMonths,
): Promise<Receipt> {
  const answer = await call(readingEndpoints.createReading, {
    headers: { 'idempotency-key': key, ...headers },
    body: {
      meter_id: meterId,
      value,
      created_at: measuredAt,
      image_base64: image,
      ...(confirmedDoubts.length > 0 && { confirmed_doubts: confirmedDoubts }),
    },
    ...(image === null && { signal: AbortSignal.timeout(valueTimeout) }),
  })
  return answer.data
}

/** Adds a reading; lists and graphs reload behind it. */
export function useCreateReading() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reading: NewReading) => askAboutClosedMonths((headers) => sendReading(reading, headers)),
    onSuccess: () => void reloadLists(client),
  })
}

/** Deletes a reading; lists leave it out at once and reload behind it. */
export function useDeleteReading() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => {
      const { data } = await askAboutClosedMonths((headers) =>
        call(readingEndpoints.deleteReading, { params: { id }, headers }),
      )
      return { id, removedAlerts: data.removed_alerts }
    },
    onSuccess: ({ id }) => {
      removeListed(client, 'readings', id)
      void client.invalidateQueries({ queryKey: readingKeys.one(id), refetchType: 'none' })
      void client.invalidateQueries({ queryKey: readingKeys.changesOf(id), refetchType: 'none' })
      void client.invalidateQueries({ queryKey: readingKeys.changesOfMeters })
      void client.invalidateQueries({ queryKey: readingKeys.newer })
      void reloadLists(client)
    },
  })
}

/** Undoes the deletion of a reading; lists reload behind it. */
export function useRestoreReading() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      askAboutClosedMonths(
        async (headers) => (await call(readingEndpoints.restoreReading, { params: { id }, headers })).data,
      ),
    onSuccess: (restored) => {
      client.setQueryData(readingKeys.one(restored.id), restored)
      void client.invalidateQueries({ queryKey: readingKeys.changes })
      void client.invalidateQueries({ queryKey: readingKeys.newer })
      void client.invalidateQueries({ queryKey: auditKeys.all })
      void client.invalidateQueries({ queryKey: readingKeys.lists })
      void reloadLists(client)
    },
  })
}

/** What was sent is the meter’s latest reading now. */
export function reloadAfterSending(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: meterKeys.all })
  void client.invalidateQueries({ queryKey: readingKeys.lists })
  void client.invalidateQueries({ queryKey: roundKeys.all })
}
