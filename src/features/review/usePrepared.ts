import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { latestMeter } from '../../lib/queries/meters.ts'
import { valuesAroundQuery } from '../../lib/queries/readings.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { localOfInstant } from '../../ui/text/localTime.ts'
import { decode } from './useDecoded.ts'

/** What a decision about a reading needs, once it is there. */
export type Prepared = { meter: Meter } | { error: Error }

export const cropOf = ({ result_thumbnail: framed, thumbnail }: ReviewItem['reading']): string | null =>
  framed ?? thumbnail

/** Loads and decodes what these items show, the first ones first. By id; absent: not loaded yet. */
export function usePrepared(items: readonly ReviewItem[]): {
  prepared: ReadonlyMap<number, Prepared>
  retry: (id: number) => void
} {
  const client = useQueryClient()
  const zone = use(TimeZone)
  const [prepared, setPrepared] = useState<ReadonlyMap<number, Prepared>>(new Map())
  const [begun] = useState(() => new Set<number>())
  useEffect(() => {
    const load = async ({ reading, previous }: ReviewItem): Promise<Prepared> => {
      const local = localOfInstant(Date.parse(reading.created_at), zone)
      const urls = [cropOf(reading), previous && cropOf(previous)].filter((url) => url !== null)
      const [meter] = await Promise.all([
        client.fetchQuery({
          queryKey: ['review', 'meter', reading.meter_id],
          queryFn: () => latestMeter(reading.meter_id),
          staleTime: 60_000,
          meta: { keptFor: 0 },
        }),
        client.prefetchQuery(valuesAroundQuery(reading.meter_id, local, reading.id)),
        ...urls.map(decode),
      ])
      return { meter }
    }
    for (const item of items) {
      const { id } = item.reading
      if (begun.has(id)) continue
      begun.add(id)
      void load(item)
        .catch((error: unknown) => ({ error: error instanceof Error ? error : new Error(String(error)) }))
        .then((found) => setPrepared((before) => new Map(before).set(id, found)))
    }
  }, [items, begun, client, zone])
  const retry = (id: number) => {
    begun.delete(id)
    setPrepared((before) => new Map([...before].filter(([each]) => each !== id)))
  }
  return { prepared, retry }
}
