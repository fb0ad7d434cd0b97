import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CategoryType, categoryEndpoints } from '../../../contract/categories.ts'
import { call } from '../session/api.ts'
import { valueTimeout } from './readings.ts'

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

/** Loads the type of a category that is not in the list yet. Throws if there is no answer within `valueTimeout`. */
export async function loadCategoryType(client: QueryClient, id: number): Promise<CategoryType> {
  const signal = AbortSignal.timeout(valueTimeout)
  const { data: categories } = await call(categoryEndpoints.categories, { signal })
  client.setQueryData(categoriesQuery.queryKey, categories)
  const category = categories.find((each) => each.id === id)
  if (category === undefined) throw new Error(`the server has no category ${id}`)
  return category.type
}

/** How many meters have each; for system administrators. */
export const categoryUsageQuery = queryOptions({
  queryKey: categoryKeys.usage,
  queryFn: async ({ signal }) => (await call(categoryEndpoints.categoryUsage, { signal })).data,
  staleTime: 60_000,
})
