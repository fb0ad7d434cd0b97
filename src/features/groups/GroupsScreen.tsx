import { useLocalStorage } from '@mantine/hooks'
import { IconClipboardCheck, IconFolders, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupsQuery, useSaveGroup } from '../../lib/queries/groups.ts'
import { inspectionsQuery, useSaveInspection } from '../../lib/queries/inspections.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { GroupTable } from './GroupTable.tsx'
import { groupKind, inspectionKind, kinds } from './kinds.ts'
import { type GroupRow, rowsOfGroups, rowsOfInspections } from './rows.ts'
import type { GroupSearch } from './search.ts'

interface Props {
  search: GroupSearch
  onSearch: (search: GroupSearch, replace?: boolean) => void
}

const icons = { inspections: IconClipboardCheck, groups: IconFolders }

/** グループ: inspection groups and meter groups; the last tab comes back with the next visit. */
export function GroupsScreen({ search, onSearch }: Props) {
  const [remembered, remember] = useLocalStorage<string>({
    key: 'groupsTab',
    defaultValue: inspectionKind.name,
    getInitialValueInEffect: false,
  })
  const kind = kinds.find(({ name }) => name === remembered) ?? inspectionKind
  const [edited, setEdited] = useState<{ row: GroupRow | null } | null>(null)
  const inspections = useQuery(inspectionsQuery)
  const groups = useQuery(groupsQuery)
  const saveInspection = useSaveInspection()
  const saveGroup = useSaveGroup()
  const query = kind === groupKind ? groups : inspections
  const rows = (zone: string) =>
    kind === groupKind
      ? groups.data && rowsOfGroups(groups.data, zone)
      : inspections.data && rowsOfInspections(inspections.data, zone)

  return (
    <Page
      title="グループ"
      tabbed
      action={
        <PageAction icon={IconPlus} label={`${kind.label}を追加`} onClick={() => setEdited({ row: null })} />
      }
    >
      <Tabbed
        tabs={kinds.map(({ name, label }) => ({ name, label, icon: icons[name] }))}
        shown={kind.name}
        onChoose={(name) => {
          remember(name)
          // What was searched for in the other table means nothing in this one.
          onSearch({}, true)
        }}
      >
        <GroupTable
          kind={kind}
          rows={rows}
          fetchedAt={query.dataUpdatedAt}
          error={query.error}
          retry={() => void query.refetch()}
          search={search}
          onSearch={onSearch}
          onEdit={(row) => setEdited({ row })}
        />
      </Tabbed>
      {edited && (
        <GroupDialog
          kind={kind}
          row={edited.row}
          onSave={({ description, ...input }) =>
            kind === groupKind
              ? saveGroup.mutateAsync({ ...input, description })
              : saveInspection.mutateAsync(input)
          }
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  )
}
