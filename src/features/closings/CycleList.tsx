import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { role } from '../../../contract/access.ts'
import type { Cycle } from '../../../contract/closing/cycles.ts'
import { useDeleteCycle } from '../../lib/mutations/closingMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import type { Column } from '../../ui/table/column.ts'
import { editColumn, nameColumn } from '../../ui/table/columns.tsx'
import { DataList } from '../../ui/table/DataList.tsx'
import { localList } from '../../ui/table/localList.ts'
import { RowActions } from '../../ui/table/RowActions.tsx'
import { useRemoval } from '../../ui/table/useRemoval.ts'
import { closingDayText } from './months.ts'
import type { ClosingsSearch } from './search.ts'

const CycleDialog = lazy(async () => ({ default: (await import('./CycleDialog.tsx')).CycleDialog }))

interface Props {
  query: UseQueryResult<Cycle[]>
  search: ClosingsSearch
  onSearch: (search: ClosingsSearch, replace?: boolean) => void
  /** The dialog for a new one is open. */
  adding: boolean
  onAdded: () => void
  addButton: RefObject<HTMLButtonElement | null>
}

const columns: Column<Cycle>[] = [
  nameColumn('検針サイクル名'),
  { key: 'closing', title: '締め日時', noWrap: true, text: closingDayText },
  {
    key: 'meters',
    title: 'メーター',
    align: 'right',
    noWrap: true,
    text: ({ meter_ids: ids }) => `${ids.length.toLocaleString('ja-JP')}件`,
  },
  {
    key: 'tolerance',
    title: '許容差',
    text: ({ device_tolerance_hours: hours, round_tolerance_days: days }) =>
      `端末 前後${hours}時間、人 前後${days}日`,
  },
]

/** 検針サイクル, which administrators change. */
export function CycleList({ query, search, onSearch, adding, onAdded, addButton }: Props) {
  const isAdmin = useAccount().role >= role.admin
  const [edited, setEdited] = useState<Cycle | null>(null)
  const deletion = useDeleteCycle()
  const remove = useRemoval(addButton)
  const edit = editColumn<Cycle>(setEdited)
  const actions: Column<Cycle> = {
    ...edit,
    width: '11rem',
    cell: (row, shown) => (
      <RowActions
        name={row.name}
        onDelete={() =>
          remove({
            title: '検針サイクルの削除',
            text: `検針サイクル「${row.name}」を削除します。メーターと測定値は残ります。この操作は元に戻せません。`,
            name: row.name,
            send: () => deletion.mutateAsync(row.id),
          })
        }
      >
        {edit.cell?.(row, shown)}
      </RowActions>
    ),
  }
  const shown = isAdmin ? [...columns, actions] : columns
  return (
    <>
      <DataList
        label="検針サイクル"
        storeKey="closings.cycles"
        columns={shown}
        listed={localList(query.data, query, shown, search)}
        search={search}
        onSearch={onSearch}
        empty={{
          nothing: isAdmin
            ? '検針サイクルはまだありません。「検針サイクルを追加」から登録してください。'
            : '検針サイクルはまだありません。管理者が登録します。',
          narrowed: '条件に合う検針サイクルがありません。',
        }}
      />
      {(adding || edited) && (
        <Suspense>
          <CycleDialog
            cycle={edited}
            cycles={query.data ?? []}
            onClose={() => {
              setEdited(null)
              onAdded()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
