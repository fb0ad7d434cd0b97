import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { allows } from '../../../contract/access.ts'
import type { Meter } from '../../../contract/meters.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { useIsPhone, useIsWide } from '../../ui/layout/breakpoints.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { filterAndSortRows, localList } from '../../ui/table/localList.ts'
import { useSelection } from '../../ui/table/useSelection.ts'
import { AddingMeter } from './AddMeter.tsx'
import { MeterCard } from './MeterCard.tsx'
import { VerificationNote } from './management/VerificationNote.tsx'
import { actionsColumn, meterColumns, usedColumns } from './meterColumns.tsx'
import { useMeterRows } from './meterRows.ts'
import type { MeterSearch } from './search.ts'
import type { SettingDialogs } from './settingDialogs.ts'

const BoostNote = lazy(() => import('./BoostNote.tsx'))
const MeterBulkDialog = lazy(() => import('./bulk/MeterBulkDialog.tsx'))
/** Lazy: not used on phones. */
const MeterListTools = lazy(() => import('./MeterListTools.tsx'))

interface Props {
  dialogs: SettingDialogs
  search: MeterSearch
  onSearch: (search: MeterSearch, replace?: boolean) => void
}

/** メーター一覧 */
export function MeterList({ dialogs, search, onSearch }: Props) {
  const phone = useIsPhone()
  const wide = useIsWide()
  const { role, organization, ai_boost_model: hasModel } = useAccount()
  const { meters, masters, bearers, zone, rows } = useMeterRows()
  const [copied, setCopied] = useState<Meter>()
  const selection = useSelection(JSON.stringify({ ...search, page: undefined, limit: undefined }))
  const [changed, setChanged] = useState<readonly number[]>()
  const all = [...meterColumns(masters, bearers, zone), actionsColumn(wide ? setCopied : null)]
  const columns = usedColumns(all, rows ?? [])
  const chosen = selection.isAll ? [] : [...selection.chosen]
  const only = chosen.length === 1 ? rows?.find(({ id }) => id === chosen[0]) : undefined
  return (
    <>
      {hasModel && organization.use_ai_boost && allows('admin', role) && (
        <Suspense>
          <BoostNote />
        </Suspense>
      )}
      <VerificationNote rows={rows ?? []} />
      <DataList
        label="メーター一覧"
        storeKey="meters"
        columns={columns}
        card={(row) => <MeterCard row={row} />}
        listed={localList(rows, meters, all, search)}
        search={search}
        onSearch={onSearch}
        searchBox={{ key: 'text', label: 'メーターを検索' }}
        tools={
          !phone && (
            <Suspense>
              <MeterListTools rows={rows} loading={meters.isLoading} columns={all} search={search} />
            </Suspense>
          )
        }
        selecting={{
          selection,
          nameOf: ({ name }) => name,
          actions: (
            <>
              {only && (
                <Button
                  variant="default"
                  leftSection={<IconCopy size={18} aria-hidden />}
                  onClick={() => setCopied(only.meter)}
                >
                  複製
                </Button>
              )}
              <Button
                onClick={() =>
                  setChanged(
                    selection.isAll ? filterAndSortRows(rows ?? [], all, search).map(({ id }) => id) : chosen,
                  )
                }
              >
                まとめて変更
              </Button>
            </>
          ),
        }}
        empty={{
          nothing: 'メーターはまだ登録されていません。「メーターを追加」から登録してください。',
          narrowed: '条件に合うメーターがありません。検索や絞り込みを変えてください。',
        }}
      />
      {changed && (
        <Suspense>
          <MeterBulkDialog
            ids={changed}
            onClose={(isDone) => {
              setChanged(undefined)
              if (isDone) selection.end()
            }}
          />
        </Suspense>
      )}
      {copied && <AddingMeter dialogs={dialogs} source={copied} onClose={() => setCopied(undefined)} />}
    </>
  )
}
