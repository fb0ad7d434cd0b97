import { queryOptions } from '@tanstack/react-query'
import { accuracyEndpoints } from '../../../../contract/review/accuracy.ts'
import { blindEndpoints } from '../../../../contract/review/blind.ts'
import { maxReviewItems, reviewEndpoints } from '../../../../contract/review/review.ts'
import { call } from '../../session/api.ts'
import { reviewKeys } from './reviewKeys.ts'

/** How many readings wait for a person. */
export const reviewCountQuery = queryOptions({
  queryKey: reviewKeys.count,
  queryFn: async ({ signal }) => (await call(reviewEndpoints.reviewCount, { signal })).data.count,
  staleTime: 60_000,
  refetchInterval: 5 * 60_000,
})

/** Percent of the readings that come without their value; for administrators. */
export const blindSampleQuery = queryOptions({
  queryKey: ['review', 'blind-sample'],
  queryFn: async ({ signal }) => (await call(blindEndpoints.blindSample, { signal })).data.percent,
  staleTime: 60_000,
  meta: { keptFor: 0 },
})

/** How well values are read; for administrators. */
export const reviewStatisticsQuery = queryOptions({
  queryKey: ['review', 'statistics'],
  queryFn: async ({ signal }) => (await call(accuracyEndpoints.reviewStatistics, { signal })).data,
  staleTime: 0,
  gcTime: 0,
  meta: { keptFor: 0 },
})

/** What waits, with this reading first. A reviewer goes through what was fetched: it changes only when asked for anew. */
export const reviewQuery = (readingId: number | undefined) =>
  queryOptions({
    queryKey: reviewKeys.items(readingId),
    queryFn: async ({ signal, client }) => {
      const query = { reading_id: readingId, limit: maxReviewItems }
      const { data, count = data.length } = await call(reviewEndpoints.review, { query, signal })
      // The menu's number is that of the list.
      client.setQueryData(reviewCountQuery.queryKey, count)
      return data
    },
    staleTime: 'static',
    gcTime: 0,
    meta: { keptFor: 0 },
  })
