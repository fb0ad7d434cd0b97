import { lazy, type ReactNode, Suspense } from 'react'
import { EmptyState } from '../state/EmptyState.tsx'
import { CardList } from './CardList.tsx'
import { RowSkeletons } from './Skeletons.tsx'
import { useIsFresh } from './useDrawn.ts'
import type { Endless } from './useLooking.ts'

/** Most lists have pages. */
const EndlessCards = lazy(() => import('./EndlessCards.tsx'))

export interface CardsProps<T extends { id: number | string }> {
  /** Names the list for screen readers. */
  label: string
  /** Undefined: still loading. Of a list without pages some may not be here, but its first is. */
  records: readonly (T | undefined)[] | undefined
  card: (record: T) => ReactNode
  /** Rows per page as given to skeletons. */
  expected?: number
  /** The list has no pages: only what is near the window is drawn. */
  endless?: Endless | undefined
  empty?: ReactNode
}

/** A list where there is no room for a table, or for a person who only looks at it: a card a row. */
export function Cards<T extends { id: number | string }>(props: CardsProps<T>) {
  const { records, label, card, expected = 10, endless, empty = <EmptyState /> } = props
  const fresh = useIsFresh(records)
  const skeletons = <RowSkeletons count={expected} height={112} />
  if (records === undefined) return skeletons
  if (records.length === 0) return empty
  if (endless) {
    const cardAt = (index: number) => {
      const record = records[index]
      return record === undefined ? undefined : card(record)
    }
    return (
      <Suspense fallback={skeletons}>
        <EndlessCards label={label} count={records.length} cardAt={cardAt} {...endless} />
      </Suspense>
    )
  }
  const all = records.filter((record) => record !== undefined)
  return <CardList label={label} records={all} keyOf={({ id }) => id} card={card} fresh={fresh} />
}
