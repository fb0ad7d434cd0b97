import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reviewQuery } from '../../lib/queries/review/review.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { DetailSkeleton } from '../../ui/table/Skeletons.tsx'
import { ReviewQueue } from './ReviewQueue.tsx'

interface Props {
  /** The reading that the user came from; it is shown first. */
  readingId: number | undefined
}

/** 要確認: one reading after another that waits for a person. */
export function ReviewScreen({ readingId }: Props) {
  const [first, setFirst] = useState(readingId)
  const { data, error, refetch, dataUpdatedAt } = useQuery(reviewQuery(first))
  if (data === undefined)
    return (
      <Page title="要確認">
        {error ? <ErrorState error={error} retry={() => void refetch()} /> : <DetailSkeleton />}
      </Page>
    )
  return (
    <ReviewQueue
      key={dataUpdatedAt}
      initial={data}
      isFromReading={readingId !== undefined}
      onReload={() => {
        // What the user came from has been looked at.
        if (first === undefined) void refetch()
        else setFirst(undefined)
      }}
    />
  )
}
