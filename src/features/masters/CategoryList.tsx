import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Category } from '../../../contract/categories.ts'
import { useDeleteCategory, useSaveCategory } from '../../lib/mutations/categoryMutations.ts'
import { categoriesQuery, categoryUsageQuery } from '../../lib/queries/categories.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { localList } from '../../ui/table/localList.ts'
import { CategoryDialog } from './CategoryDialog.tsx'
import { categoryColumns } from './masterColumns.tsx'
import type { MasterListProps } from './masterListProps.ts'
import { useMasterRemoval } from './useMasterRemoval.ts'

/** メーター種別 */
export function CategoryList({ search, onSearch, adding, onAdded }: MasterListProps) {
  const query = useQuery(categoriesQuery)
  const usage = useQuery(categoryUsageQuery)
  const save = useSaveCategory()
  const [edited, setEdited] = useState<Category | null>(null)
  const usageOf = (id: number) => usage.data && (usage.data.find((row) => row.id === id)?.meters ?? 0)
  const remove = useMasterRemoval('メーター種別', useDeleteCategory().mutateAsync, usageOf)
  const columns = categoryColumns({ usageOf, onEdit: setEdited, onDelete: (row) => void remove(row) })
  return (
    <>
      <DataList
        label="メーター種別"
        storeKey="masters.category"
        cardsBelow="desktop"
        columns={columns}
        listed={localList(query.data, query, columns, search)}
        search={search}
        onSearch={onSearch}
        searchBox={{ key: 'name', label: 'メーター種別名を検索', cards: true }}
        empty={{
          nothing: 'メーター種別はまだありません。「メーター種別を追加」から登録してください。',
          narrowed: '条件に合うメーター種別がありません。検索や絞り込みを変えてください。',
        }}
      />
      {(adding || edited) && (
        <CategoryDialog
          row={edited}
          used={edited ? usageOf(edited.id) : undefined}
          onSave={save.mutateAsync}
          onClose={() => {
            setEdited(null)
            onAdded()
          }}
        />
      )}
    </>
  )
}
