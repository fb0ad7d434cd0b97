import { use } from 'react'
import { useIsPhone } from '../../ui/layout/screen.ts'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { defaultPageSize, pageOf, pageSearch } from '../../ui/table/pages.ts'
import { RefreshFailure } from '../../ui/table/RefreshFailure.tsx'
import { SearchBox } from '../../ui/table/SearchBox.tsx'
import { TimeZone } from '../../ui/text/clock.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'
import classes from './Groups.module.css'
import { EditButton, groupColumns } from './groupColumns.tsx'
import type { GroupKind } from './kinds.ts'
import { type GroupRow, selectRows } from './rows.ts'
import { type GroupSearch, isNarrowed } from './search.ts'

interface Props {
  kind: GroupKind
  rows: (zone: string) => GroupRow[] | undefined
  fetchedAt: number
  error: Error | null
  retry: () => void
  search: GroupSearch
  onSearch: (search: GroupSearch, replace?: boolean) => void
  onEdit: (row: GroupRow) => void
}

/** The groups of one kind. */
export function GroupTable({ kind, rows, fetchedAt, error, retry, search, onSearch, onEdit }: Props) {
  const phone = useIsPhone()
  const zone = use(TimeZone)
  const all = rows(zone)
  if (all === undefined && error) return <ErrorState error={error} retry={retry} />

  const found = all && selectRows(all, search)
  const { page = 1, limit: size = defaultPageSize } = search
  const paged = found && pageOf(found, page, size)
  const change = (part: GroupSearch, replace = false) =>
    onSearch({ ...search, ...part, page: undefined }, replace)
  const pager = paged && found.length > 0 && (
    <Pager
      total={found.length}
      page={paged.shown}
      size={size}
      onChange={(next) => onSearch({ ...search, ...pageSearch(next) })}
    />
  )
  return (
    <div className={classes.list}>
      {phone && (
        <SearchBox
          label={`${kind.label}名を検索`}
          value={search.name ?? ''}
          onSearch={(text) => change({ name: text || undefined }, true)}
        />
      )}
      <AgeNote fetchedAt={fetchedAt} />
      {error && <RefreshFailure error={error} fetchedAt={fetchedAt} retry={retry} />}
      {size === 'all' && pager}
      <DataTable<GroupRow>
        label={kind.label}
        storeKey={kind.name}
        records={paged?.records}
        columns={groupColumns(kind, search, change, onEdit)}
        card={(row) => <GroupCard kind={kind} row={row} onEdit={onEdit} />}
        sort={{ accessor: search.sort ?? 'name', direction: search.order ?? 'asc' }}
        onSort={({ accessor, direction }) =>
          change({ sort: accessor === 'time' ? 'time' : 'name', order: direction })
        }
        // All of them are here; only those near the window are drawn.
        endless={size === 'all' ? {} : undefined}
        empty={
          <EmptyState
            text={
              isNarrowed(search)
                ? `条件に合う${kind.label}がありません。検索を変えてください。`
                : `${kind.label}はまだありません。「追加」から登録してください。`
            }
          />
        }
      />
      {size !== 'all' && pager}
    </div>
  )
}

function GroupCard({
  kind,
  row,
  onEdit,
}: {
  kind: GroupKind
  row: GroupRow
  onEdit: (row: GroupRow) => void
}) {
  return (
    <article className={classes.card} aria-label={row.name}>
      <div className={classes.facts}>
        <h2 className={classes.title}>{row.name}</h2>
        {row.description !== '' && <p className={classes.words}>{row.description}</p>}
        <p className={classes.time}>
          {kind.timeLabel} <TimeText time={row.at} />
        </p>
      </div>
      <EditButton row={row} onEdit={onEdit} />
    </article>
  )
}
