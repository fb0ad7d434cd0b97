import { useQuery } from '@tanstack/react-query'
import { useDeleteCategory, useSaveCategory } from '../../lib/mutations/categoryMutations.ts'
import { categoriesQuery, categoryUsageQuery } from '../../lib/queries/categories.ts'
import { CategoryDialog } from './CategoryDialog.tsx'
import { MasterList } from './MasterList.tsx'
import { categoryColumns } from './masterColumns.tsx'
import type { MasterListProps } from './masterListProps.ts'

/** メーター種別 */
export function CategoryList(props: MasterListProps) {
  const save = useSaveCategory()
  return (
    <MasterList
      {...props}
      label="メーター種別"
      storeKey="masters.category"
      cardsBelow="desktop"
      columns={categoryColumns}
      query={useQuery(categoriesQuery)}
      usage={useQuery(categoryUsageQuery).data}
      onDelete={useDeleteCategory().mutateAsync}
      dialog={(shown) => <CategoryDialog {...shown} onSave={save.mutateAsync} />}
    />
  )
}
