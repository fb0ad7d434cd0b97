import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ExportFormatFields, exportFormatEndpoints } from '../../../contract/exports/export-formats.ts'
import { useAccount } from '../queries/account.ts'
import { exportFormatsQuery } from '../queries/exports/exportFormats.ts'
import { call } from '../session/api.ts'

/** Adds a format, or changes the one with `id`; menus show it at once and reload behind it. */
export function useSaveExportFormat() {
  const client = useQueryClient()
  const { organization } = useAccount()
  const { queryKey } = exportFormatsQuery
  return useMutation({
    mutationFn: async ({ id, ...fields }: ExportFormatFields & { id: number | null }) => {
      const body = { ...fields, organization_id: organization.id }
      return id === null
        ? (await call(exportFormatEndpoints.createExportFormat, { body })).data
        : (await call(exportFormatEndpoints.updateExportFormat, { params: { id }, body })).data
    },
    onSuccess: (saved) => {
      client.setQueryData(queryKey, (rows) => rows && [...rows.filter(({ id }) => id !== saved.id), saved])
      void client.invalidateQueries({ queryKey })
    },
  })
}

export function useDeleteExportFormat() {
  const client = useQueryClient()
  const { queryKey } = exportFormatsQuery
  return useMutation({
    mutationFn: (id: number) => call(exportFormatEndpoints.deleteExportFormat, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
