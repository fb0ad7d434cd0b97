import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Import, type ImportPreview, importEndpoints } from '../../../../contract/import/imports.ts'
import { call } from '../../session/api.ts'

export const importKeys = {
  all: ['imports'] as const,
  of: (id: number) => ['imports', id] as const,
}

/** Milliseconds between two looks at a job. */
const interval = 1000
/** The server knows better after an interruption. */
const meta = { keptFor: 0 }

export const isUnderWay = ({ state }: Import): boolean => state === 'applying' || state === 'undoing'

/** The latest imports, newest first. */
export const importsQuery = queryOptions({
  queryKey: [...importKeys.all, 'list'],
  queryFn: async ({ signal }) => (await call(importEndpoints.imports, { signal })).data,
  refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? interval : false),
  staleTime: 0,
  meta,
})

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: importKeys.of(id),
    queryFn: async ({ signal }) => (await call(importEndpoints.import, { params: { id }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? interval : false),
    staleTime: 0,
    meta,
  })

export type RowState = ImportPreview['rows'][number]['state']

/** A page of the rows of a draft. `state`: undefined for all. */
export const importPreviewQuery = (id: number, state: RowState | undefined, skip: number) =>
  queryOptions({
    queryKey: [...importKeys.of(id), 'preview', state, skip],
    queryFn: async ({ signal }) =>
      (await call(importEndpoints.importPreview, { params: { id }, query: { state, skip }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    meta,
  })
