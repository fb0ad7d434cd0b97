import type { ReactNode } from 'react'
import { EmptyState } from '../state/EmptyState.tsx'
import classes from './Cards.module.css'
import { RowSkeletons } from './Skeletons.tsx'
import type { ViewportOptions } from './useVirtualRows.ts'
import { VirtualList } from './VirtualList.tsx'

interface CardsProps<T extends { id: number | string }> {
  /** Accessible name. */
  label: string
  /** Undefined: loading; an undefined record is not loaded. */
  records: readonly (T | undefined)[] | undefined
  card: (record: T) => ReactNode
  /** Of a skeleton, px. */
  height?: number
  /** For an unpaged list. */
  virtual?: ViewportOptions | undefined
  empty?: ReactNode
}

/** A list as cards, on narrow screens. */
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
