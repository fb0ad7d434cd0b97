import type { QueryClient } from '@tanstack/react-query'
import type { Meter } from '../../../contract/meters.ts'
import type { ValuesAround } from '../../../contract/readings.ts'
import { type KnownMonths, monthsWithoutReading } from '../../../contract/usage/monthSoFar.ts'
import { categoriesQuery } from '../queries/categories.ts'
import { changeLimitsOf, knownMonthsOf, monthIn, monthUsagesQuery } from './monthUsages.ts'

/** The months of a meter, as the server knows them now, without a reading that is corrected. */
export async function monthsOfCorrection(
  client: QueryClient,
  meter: Meter,
  reading: { id: number; at: number },
  { before, after }: ValuesAround,
  zone: string,
): Promise<KnownMonths> {
  const rows = await client.fetchQuery({ ...monthUsagesQuery([meter.id], monthIn(zone)), staleTime: 0 })
  const limits = changeLimitsOf(meter, client.getQueryData(categoriesQuery.queryKey))
  const around = [before, after].flatMap((index) =>
    // Behind a replacement the value before is what the new meter began with, which the ledger knows.
    index && index.created_at !== meter.replacement?.replaced_at
      ? { value: index.value, at: Date.parse(index.created_at) }
      : [],
  )
  return monthsWithoutReading(knownMonthsOf(meter, rows, limits), reading, around)
}
