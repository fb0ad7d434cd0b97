import { useIsBroad } from '../../ui/layout/screen.ts'
import type { CardsProps } from '../../ui/table/Cards.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useHiddenColumns } from '../../ui/table/hiddenColumns.ts'
import { storeKey } from './hideable.ts'
import { meterColumns } from './meterColumns.tsx'
import type { Masters, MeterRow } from './rows.ts'
import type { MeterSearch } from './search.ts'

interface Props extends CardsProps<MeterRow> {
  search: MeterSearch
  masters: Masters
  onChange: (part: MeterSearch) => void
}

/** The meters where there is room for a table. */
export default function MeterTable({ search, masters, onChange, ...list }: Props) {
  const broad = useIsBroad()
  const { hidden } = useHiddenColumns(storeKey)
  return (
    <DataTable<MeterRow>
      {...list}
      storeKey={storeKey}
      columns={meterColumns(search, masters, onChange, !broad || hidden.includes('unit'))}
      sort={{ accessor: search.sort ?? 'name', direction: search.order ?? 'asc' }}
      onSort={({ accessor, direction }) =>
        onChange({ sort: accessor === 'updated' ? 'updated' : 'name', order: direction })
      }
    />
  )
}
