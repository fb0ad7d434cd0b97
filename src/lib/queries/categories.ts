import { queryOptions } from '@tanstack/react-query'
import { categoryEndpoints } from '../../../contract/categories.ts'
import { call } from '../api.ts'

export const categoryKeys = {
  all: ['categories'] as const,
  usage: ['categories', 'usage'] as const,
}

/** Meter categories, the master list. */
export const categoriesQuery = queryOptions({
  queryKey: categoryKeys.all,
  queryFn: async ({ signal }) => (await call(categoryEndpoints.categories, { signal })).data,
  staleTime: 300_000,
})

/** How many meters have each; for system administrators. */
export const categoryUsageQuery = queryOptions({
  queryKey: categoryKeys.usage,
  queryFn: async ({ signal }) => (await call(categoryEndpoints.categoryUsage, { signal })).data,
  staleTime: 60_000,
})
