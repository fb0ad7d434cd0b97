import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedOrganization } from '../../../contract/organizations.ts'
import { organizationsQuery } from '../../lib/queries/organizations.ts'
import { plansQuery } from '../../lib/queries/plans.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { localList } from '../../ui/table/localList.ts'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { AddOrganizationDialog } from './AddOrganizationDialog.tsx'
import { EditOrganizationDialog } from './EditOrganizationDialog.tsx'
import { organizationColumns } from './organizationColumns.tsx'
import type { TabProps } from './organizationListProps.ts'

/** 組織一覧 */
export function OrganizationList({ search, onSearch, adding, onAdded }: TabProps) {
  const query = useQuery(organizationsQuery)
  const { data: plans = [], isLoadingError: plansFailed } = useQuery(plansQuery)
  const [edited, setEdited] = useState<ListedOrganization | null>(null)
  const columns = organizationColumns(plans, setEdited, useCurrentMinute())
  const choices = { plans, plansFailed }
  return (
    <>
      <DataList
        label="組織一覧"
        storeKey="organizations"
        columns={columns}
        cardsBelow="desktop"
        listed={localList(query.data, query, columns, search)}
        search={search}
        onSearch={onSearch}
        searchBox={{ key: 'name', label: '組織名を検索', cards: true }}
        empty={{
          nothing: '組織はまだありません。「組織を追加」から登録してください。',
          narrowed: '条件に合う組織がありません。検索や絞り込みを変えてください。',
        }}
      />
      {adding && <AddOrganizationDialog {...choices} onClose={onAdded} />}
      {edited && <EditOrganizationDialog row={edited} {...choices} onClose={() => setEdited(null)} />}
    </>
  )
}
