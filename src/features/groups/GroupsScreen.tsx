import { useLocalStorage } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, use, useState } from 'react'
import { role } from '../../../contract/access.ts'
import { useSaveGroup } from '../../lib/mutations/groupMutations.ts'
import { useSaveInspection } from '../../lib/mutations/inspectionMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { ImportLink } from '../../shared/imports/ImportLink.tsx'
import { ListCsv } from '../../shared/lists/ListCsv.tsx'
import { Maintenances } from '../../shared/maintenances/Maintenances.tsx'
import { useMaintenances } from '../../shared/maintenances/useMaintenances.ts'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { DataList } from '../../ui/table/DataList.tsx'
import { localList } from '../../ui/table/localList.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { GroupDialog } from './GroupDialog.tsx'
import { exportedColumns, groupColumns } from './groupColumns.tsx'
import { type GroupRow, groupKind, inspectionKind, kinds, rowOfGroup, rowOfInspection } from './groupKinds.ts'
import type { GroupSearch } from './search.ts'

const MaintenanceDialog = lazy(async () => ({
  default: (await import('../../shared/maintenances/MaintenanceDialog.tsx')).MaintenanceDialog,
}))

interface Props {
  search: GroupSearch
  onSearch: (search: GroupSearch, replace?: boolean) => void
}

/** グループ: inspection and meter groups. The last tab is remembered; a link may name another. */
export function GroupsScreen({ search, onSearch }: Props) {
  const zone = use(TimeZone)
  const phone = useIsPhone()
  const [remembered, remember] = useLocalStorage<string>({
    key: 'groupsTab',
    defaultValue: inspectionKind.name,
    getInitialValueInEffect: false,
  })
  const kind = kinds.find(({ name }) => name === (search.tab ?? remembered)) ?? inspectionKind
  const [edited, setEdited] = useState<{ row: GroupRow | null } | null>(null)
  const onEdit = (row: GroupRow) => setEdited({ row })
  const inspections = useQuery(inspectionsQuery)
  const groups = useQuery(groupsQuery)
  const { data: meters = [] } = useQuery(metersQuery)
  const { data: rounds = [] } = useQuery(roundsQuery)
  const saveInspection = useSaveInspection()
  const saveGroup = useSaveGroup()
  const maintenances = useMaintenances()
  const isAdmin = useAccount().role >= role.admin
  const [maintained, setMaintained] = useState<GroupRow | null>(null)
  const columns = groupColumns(kind, zone, {
    onEdit,
    maintenances,
    onMaintain: isAdmin ? setMaintained : null,
  })
  const rows =
    kind === groupKind
      ? groups.data?.map((group) => rowOfGroup(group, meters))
      : inspections.data?.map((inspection) => rowOfInspection(inspection, meters, rounds))
  const listed = localList(rows, kind === groupKind ? groups : inspections, columns, search)

  return (
    <Page
      title="グループ"
      tabbed
      action={
        <PageAction icon={IconPlus} label={`${kind.label}を追加`} onClick={() => setEdited({ row: null })} />
      }
    >
      <Tabbed
        tabs={kinds}
        shown={kind.name}
        onChoose={(name) => {
          remember(name)
          // A search applies to one table only.
          onSearch({}, true)
        }}
      >
        {kind === groupKind && <Maintenances />}
        <DataList
          key={kind.name}
          label={kind.label}
          storeKey={kind.name}
          columns={columns}
          listed={listed}
          search={search}
          onSearch={onSearch}
          searchBox={{ key: 'name', label: 'グループ名を検索', cards: true }}
          tools={
            !phone && (
              <>
                <ImportLink noun={kind.name} />
                <ListCsv
                  rows={rows}
                  columns={exportedColumns(kind, zone)}
                  search={search}
                  fileName={kind.fileName}
                />
              </>
            )
          }
          empty={{
            nothing: `${kind.label}はまだありません。「追加」から登録してください。`,
            narrowed: `条件に合う${kind.label}がありません。検索を変えてください。`,
          }}
        />
      </Tabbed>
      {maintained && (
        <Suspense>
          <MaintenanceDialog group={maintained} current={null} onClose={() => setMaintained(null)} />
        </Suspense>
      )}
      {edited && (
        <GroupDialog
          kind={kind}
          row={edited.row}
          onSave={({ description, contact, ...input }) =>
            kind === groupKind
              ? saveGroup.mutateAsync({ ...input, description })
              : saveInspection.mutateAsync({ ...input, contact })
          }
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  )
}
