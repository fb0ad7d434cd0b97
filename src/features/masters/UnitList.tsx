import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Unit } from '../../../contract/units.ts'
import { useDeleteUnit, useSaveUnit } from '../../lib/mutations/unitMutations.ts'
import { unitsQuery, unitUsageQuery } from '../../lib/queries/units.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { localList } from '../../ui/table/localList.ts'
import { unitColumns } from './masterColumns.tsx'
import type { MasterListProps } from './masterListProps.ts'
import { UnitDialog } from './UnitDialog.tsx'
import { useMasterRemoval } from './useMasterRemoval.ts'

/** 単位 */
export function UnitList({ search, onSearch, adding, onAdded }: MasterListProps) {
  const query = useQuery(unitsQuery)
  const usage = useQuery(unitUsageQuery)
  const save = useSaveUnit()
  const [edited, setEdited] = useState<Unit | null>(null)
  const usageOf = (id: number) => usage.data && (usage.data.find((row) => row.id === id)?.meters ?? 0)
  const remove = useMasterRemoval('単位', useDeleteUnit().mutateAsync, usageOf)
  const columns = unitColumns({ usageOf, onEdit: setEdited, onDelete: (row) => void remove(row) })
  return (
    <>
      <DataList
        label="単位"
        storeKey="masters.unit"
        columns={columns}
        listed={localList(query.data, query, columns, search)}
        search={search}
        onSearch={onSearch}
        searchBox={{ key: 'name', label: '単位名を検索', cards: true }}
        empty={{
          nothing: '単位はまだありません。「単位を追加」から登録してください。',
          narrowed: '条件に合う単位がありません。検索や絞り込みを変えてください。',
        }}
      />
      {(adding || edited) && (
        <UnitDialog
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
