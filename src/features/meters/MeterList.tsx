import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { allows } from '../../../contract/access.ts'
import { useHeld } from '../../lib/held/held.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { costBearersQuery } from '../../lib/queries/costBearers.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { ListCsv } from '../../shared/lists/ListCsv.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { localList } from '../../ui/table/localList.ts'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { todayIn } from '../../ui/text/formatTime.ts'
import { BoostNote } from './BoostNote.tsx'
import { MeterCard } from './MeterCard.tsx'
import { VerificationNote } from './management/VerificationNote.tsx'
import { meterColumns, usedColumns } from './meterColumns.tsx'
import { toMeterRows } from './meterRows.ts'
import type { MeterSearch } from './search.ts'

interface Props {
  search: MeterSearch
  onSearch: (search: MeterSearch, replace?: boolean) => void
}

/** メーター一覧 */
export function MeterList({ search, onSearch }: Props) {
  const zone = use(TimeZone)
  const phone = useIsPhone()
  const { role, organization, ai_boost_model: hasModel } = useAccount()
  const meters = useQuery(metersQuery)
  const masters = useMasters('units', 'categories', 'groups', 'inspections')
  const held = useHeld()
  const { data: bearers = [] } = useQuery(costBearersQuery)
  const today = todayIn(zone, useCurrentMinute())
  const all = meterColumns(masters, bearers, zone)
  const rows = meters.data && toMeterRows(meters.data, masters, held, bearers, today)
  const columns = usedColumns(all, rows ?? [])
  return (
    <>
      {hasModel && organization.use_ai_boost && allows('admin', role) && <BoostNote />}
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
            <ListCsv
              rows={rows}
              loading={meters.isLoading}
              columns={all}
              search={search}
              fileName="meter-list.csv"
            />
          )
        }
        empty={{
          nothing: 'メーターはまだ登録されていません。「メーターを追加」から登録してください。',
          narrowed: '条件に合うメーターがありません。検索や絞り込みを変えてください。',
        }}
      />
    </>
  )
}
