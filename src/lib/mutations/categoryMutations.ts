import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { categoryEndpoints } from '../../../contract/categories.ts'
import { categoryKeys } from '../queries/categories.ts'
import { call } from '../session/api.ts'

export type CategoryUpdate = z.output<typeof categoryEndpoints.updateCategory.body>

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
    onSuccess: () => client.invalidateQueries({ queryKey: categoryKeys.all }),
  })
}

export function useDeleteCategory() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => (await call(categoryEndpoints.deleteCategory, { params: { id } })).data,
    onSettled: () => client.invalidateQueries({ queryKey: categoryKeys.all }),
  })
}
