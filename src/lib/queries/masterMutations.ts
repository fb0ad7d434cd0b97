import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { categoryEndpoints } from '../../../contract/categories.ts'
import { unitEndpoints } from '../../../contract/units.ts'
import { call } from '../api.ts'
import { categoriesQuery, categoryUsageQuery } from './categories.ts'
import { unitsQuery, unitUsageQuery } from './units.ts'

export type CategoryUpdate = z.output<typeof categoryEndpoints.updateCategory.body>

const refreshCategories = (client: QueryClient) =>
  Promise.all(
    [categoriesQuery, categoryUsageQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
  )

const refreshUnits = (client: QueryClient) =>
  Promise.all([unitsQuery, unitUsageQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })))

/** Adds a meter category, or changes the one with `id`. */
export function useSaveCategory() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: CategoryUpdate & { id: number | null }) => {
      const { status: _status, icon_path: _path, ...fields } = body
      return id === null
        ? (await call(categoryEndpoints.createCategory, { body: { ...fields, status: 0 } })).data
        : (await call(categoryEndpoints.updateCategory, { params: { id }, body })).data
    },
    onSuccess: () => refreshCategories(client),
  })
}

export function useDeleteCategory() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => (await call(categoryEndpoints.deleteCategory, { params: { id } })).data,
    onSettled: () => refreshCategories(client),
  })
}

/** Adds a unit, or changes the one with `id`. */
export function useSaveUnit() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name, status }: { id: number | null; name: string; status: 0 | 1 }) =>
      id === null
        ? (await call(unitEndpoints.createUnit, { body: { name } })).data
        : (await call(unitEndpoints.updateUnit, { params: { id }, body: { name, status } })).data,
    onSuccess: () => refreshUnits(client),
  })
}

export function useDeleteUnit() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => (await call(unitEndpoints.deleteUnit, { params: { id } })).data,
    onSettled: () => refreshUnits(client),
  })
}
