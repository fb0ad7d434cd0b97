import { Flex, Group } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { RefreshButton } from '../../ui/table/RefreshButton.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'

interface Props<T> {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}

/** The sections of a tab, or that they are loading or failed to. */
export function HomeTab<T>({ query: { data, error, dataUpdatedAt, refetch }, children }: Props<T>) {
  const retry = () => void refetch()
  if (data === undefined)
    return error ? <ErrorState error={error} retry={retry} /> : <RowSkeletons count={4} height={112} />
  return (
    <Flex direction="column" gap={{ base: 12, sm: 20 }}>
      <Group justify="flex-end">
        <RefreshButton fetchedAt={dataUpdatedAt} onRefresh={refetch} />
      </Group>
      <AgeNote fetchedAt={dataUpdatedAt} />
      {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
      {children(data)}
    </Flex>
  )
}
