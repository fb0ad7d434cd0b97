import type { ReactNode } from 'react'
import { EmptyState } from '../state/EmptyState.tsx'
import classes from './Cards.module.css'
import { RowSkeletons } from './Skeletons.tsx'
import type { Viewport } from './useVirtualRows.ts'
import { VirtualList } from './VirtualList.tsx'

interface CardsProps<T extends { id: number | string }> {
  /** Names the list for screen readers. */
  label: string
  /** Undefined: still loading. Of a list without pages some may not be here. */
  records: readonly (T | undefined)[] | undefined
  card: (record: T) => ReactNode
  /** Of a row’s skeleton in px. */
  height?: number
  /** The list has no pages. */
  virtual?: Viewport | undefined
  empty?: ReactNode
}

/** A list where there is no room for a table: a card a row. */
export function Cards<T extends { id: number | string }>(props: CardsProps<T>) {
  const { records, label, card, height = 112, virtual, empty = <EmptyState /> } = props
  if (records === undefined) return <RowSkeletons count={10} height={height} />
  if (records.length === 0) return empty
  return (
    <VirtualList
      label={label}
      count={records.length}
      item={(index) => records[index] && card(records[index])}
      keyOf={(index) => records[index]?.id ?? -index}
      rowHeight={112}
      virtual={virtual !== undefined}
      {...virtual}
      className={classes.list}
      itemClassName={classes.card}
    />
  )
}
