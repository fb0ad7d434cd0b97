import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { allows } from '../../../contract/access.ts'
import { useHeld } from '../../lib/held/held.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { localList } from '../../ui/table/localList.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { BoostNote } from './BoostNote.tsx'
import { MeterCard } from './MeterCard.tsx'
import { meterColumns } from './meterColumns.tsx'
import { toMeterRows } from './meterRows.ts'
import type { MeterSearch } from './search.ts'

interface Props {
  search: MeterSearch
  onSearch: (search: MeterSearch, replace?: boolean) => void
}

/** メーター一覧 */
export function MeterList({ search, onSearch }: Props) {
  const zone = use(TimeZone)
  const { role, organization, ai_boost_model: hasModel } = useAccount()
  const meters = useQuery(metersQuery)
  const masters = useMasters('units', 'categories', 'groups', 'inspections')
  const held = useHeld()
  const columns = meterColumns(masters, zone)
  return (
    <>
      {hasModel && organization.use_ai_boost && allows('admin', role) && <BoostNote />}
      <DataList
        label="メーター一覧"
        storeKey="meters"
        columns={columns}
        card={(row) => <MeterCard row={row} />}
        listed={localList(meters.data && toMeterRows(meters.data, masters, held), meters, columns, search)}
        search={search}
        onSearch={onSearch}
        searchBox={{ key: 'text', label: 'メーターを検索' }}
        empty={{
          nothing: 'メーターはまだ登録されていません。「メーターを追加」から登録してください。',
          narrowed: '条件に合うメーターがありません。検索や絞り込みを変えてください。',
        }}
      />
    </>
  )
}
