import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Plan } from '../../../contract/plans.ts'
import { organizationsQuery } from '../../lib/queries/organizations.ts'
import { plansQuery } from '../../lib/queries/plans.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { localList } from '../../ui/table/localList.ts'
import { planColumns } from './organizationColumns.tsx'
import type { TabProps } from './organizationListProps.ts'
import { PlanDialog } from './PlanDialog.tsx'

/** プラン一覧 */
export function PlanList({ search, onSearch, adding, onAdded }: TabProps) {
  const query = useQuery(plansQuery)
  const { data: organizations = [] } = useQuery(organizationsQuery)
  const [edited, setEdited] = useState<Plan | null>(null)
  const columns = planColumns(setEdited)
  return (
    <>
      <DataList
        label="プラン一覧"
        storeKey="plans"
        columns={columns}
        cardsBelow="desktop"
        listed={localList(query.data, query, columns, search)}
        search={search}
        onSearch={onSearch}
        searchBox={{ key: 'name', label: 'プラン名を検索', cards: true }}
        empty={{
          nothing: 'プランはまだありません。「プランを追加」から登録してください。',
          narrowed: '条件に合うプランがありません。検索や絞り込みを変えてください。',
        }}
      />
      {(adding || edited) && (
        <PlanDialog
          row={edited}
          used={organizations.filter(({ plan_id: id }) => id === edited?.id).length}
          onClose={() => {
            setEdited(null)
            onAdded()
          }}
        />
      )}
    </>
  )
}
