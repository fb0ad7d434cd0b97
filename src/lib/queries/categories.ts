import { queryOptions } from '@tanstack/react-query'
import { categoryEndpoints } from '../../../contract/categories.ts'
import { call } from '../api.ts'

/** Meter categories, the master list. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => (await call(categoryEndpoints.categories, { signal })).data,
  staleTime: 300_000,
})

/** How many meters have each; for system administrators. */
export const categoryUsageQuery = queryOptions({
  queryKey: ['category-usage'],
  queryFn: async ({ signal }) => (await call(categoryEndpoints.categoryUsage, { signal })).data,
  staleTime: 60_000,
})
