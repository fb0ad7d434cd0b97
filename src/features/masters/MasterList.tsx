import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Column, NamedRow } from '../../ui/table/column.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { localList } from '../../ui/table/localList.ts'
import type { MasterColumnOptions } from './masterColumns.tsx'
import type { MasterListProps } from './masterListProps.ts'
import { useMasterRemoval } from './useMasterRemoval.ts'

interface Props<Row extends NamedRow> extends MasterListProps {
  /** Noun of the rows, such as 単位. */
  label: string
  storeKey: string
  cardsBelow?: 'desktop'
  /** Next to those of the list. */
  tools?: (columns: Column<Row>[]) => ReactNode
  columns: (options: MasterColumnOptions<Row>) => Column<Row>[]
  query: UseQueryResult<Row[]>
  /** How many meters have each row; undefined: not known yet. */
  usage: readonly { id: number; meters: number }[] | undefined
  onDelete: (id: number) => Promise<unknown>
  /** The form of a row; null: of a new one. */
  dialog: (shown: { row: Row | null; used: number | undefined; onClose: () => void }) => ReactNode
}

/** The rows of a master, with their forms and how many meters have them. */
export function MasterList<Row extends NamedRow>({
  label,
  columns: columnsOf,
  query,
  usage,
  onDelete,
  dialog,
  search,
  onSearch,
  adding,
  onAdded,
  tools,
  ...list
}: Props<Row>) {
  const [edited, setEdited] = useState<Row | null>(null)
  const usageOf = (id: number) => usage && (usage.find((row) => row.id === id)?.meters ?? 0)
  const remove = useMasterRemoval(label, onDelete, usageOf)
  const columns = columnsOf({ usageOf, onEdit: setEdited, onDelete: remove })
  const onClose = () => {
    setEdited(null)
    onAdded()
  }
  return (
    <>
      <DataList
        {...list}
        label={label}
        columns={columns}
        tools={tools?.(columns)}
        listed={localList(query.data, query, columns, search)}
        search={search}
        onSearch={onSearch}
        searchBox={{ key: 'name', label: `${label}名を検索`, cards: true }}
        empty={{
          nothing: `${label}はまだありません。「${label}を追加」から登録してください。`,
          narrowed: `条件に合う${label}がありません。検索や絞り込みを変えてください。`,
        }}
      />
      {(adding || edited) && dialog({ row: edited, used: edited ? usageOf(edited.id) : undefined, onClose })}
    </>
  )
}
