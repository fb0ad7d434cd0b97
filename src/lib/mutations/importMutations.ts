import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Import, type ImportPlan, importEndpoints } from '../../../contract/import/imports.ts'
import type { ImportTarget } from '../../../contract/import/importTargets.ts'
import { importKeys } from '../queries/imports/imports.ts'
import { call, upload } from '../session/api.ts'

/** A file, or a paste without a name. */
export interface BroughtTable {
  noun: ImportTarget
  fileName: string | undefined
  bytes: Blob
}

export function useUploadImport() {
  const keep = useKeepImport()
  return useMutation({
    mutationFn: async ({ noun, fileName, bytes }: BroughtTable) =>
      (
        await upload(importEndpoints.uploadImport, {
          query: { noun, ...(fileName !== undefined && { file_name: fileName }) },
          bytes: new Blob([bytes], { type: 'application/octet-stream' }),
        })
      ).data,
    onSuccess: keep,
  })
}

export function usePlanImport(id: number) {
  const keep = useKeepImport()
  return useMutation({
    mutationFn: async (plan: ImportPlan) =>
      (await call(importEndpoints.planImport, { params: { id }, body: plan })).data,
    onSuccess: keep,
  })
}

export function useApplyImport(id: number) {
  const keep = useKeepImport()
  return useMutation({
    mutationFn: async (leavesOutErrors: boolean) => {
      const body = { leaves_out_errors: leavesOutErrors }
      return (await call(importEndpoints.applyImport, { params: { id }, body })).data
    },
    onSuccess: keep,
  })
}

export function useUndoImport(id: number) {
  const keep = useKeepImport()
  return useMutation({
    mutationFn: async () => (await call(importEndpoints.undoImport, { params: { id } })).data,
    onSuccess: keep,
  })
}

export function useDeleteImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(importEndpoints.deleteImport, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: importKeys.all }),
  })
}

/** Shows what the server answered at once, and asks for the list and the preview again; only a draft has a preview. */
function useKeepImport() {
  const client = useQueryClient()
  return async (saved: Import) => {
    client.setQueryData(importKeys.of(saved.id), saved)
    await client.invalidateQueries({
      queryKey: importKeys.all,
      predicate: ({ queryKey }) => saved.state === 'draft' || !queryKey.includes('preview'),
    })
  }
}
