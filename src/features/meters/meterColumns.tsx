import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import type { DataTableColumn } from '../../ui/table/DataTable.tsx'
import { NameSelect } from '../../ui/table/NameSelect.tsx'
import { textFilter } from '../../ui/table/TextFilter.tsx'
import { CategoryName } from '../../ui/text/CategoryName.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { heads } from './hideable.ts'
import { LastValue } from './LastValue.tsx'
import { MeterActions } from './MeterActions.tsx'
import classes from './meterColumns.module.css'
import type { Masters, MeterRow } from './rows.ts'
import { listOf, type MeterSearch, type Narrowing, narrowingLabel } from './search.ts'

/**
 * The columns of the list on tablets and desktops, with what each is searched and filtered by. `unitBeside`: no
 * column of its own says the unit of the latest value.
 */
export function meterColumns(
  search: MeterSearch,
  masters: Masters,
  change: (part: MeterSearch) => void,
  unitBeside: boolean,
): DataTableColumn<MeterRow>[] {
  const textSearch = (key: 'name' | 'device' | 'updated', label: string) =>
    textFilter(label, search[key], (text) => change({ [key]: text }))
  const choice = (key: Narrowing) => ({
    filtering: search[key] !== undefined,
    filter: (
      <NameSelect
        className={classes.choice}
        label={narrowingLabel[key]}
        rows={masters[key]}
        chosen={search[key] ?? []}
        onChoose={(ids) => change({ [key]: listOf(ids) })}
        withinPortal={false}
      />
    ),
  })
  const roomy = { visibleMediaQuery: '(width >= 75em)' }

  return [
    {
      accessor: 'name',
      title: 'メーター名',
      width: '12.5rem',
      sortable: true,
      ...textSearch('name', 'メーター名'),
      render: ({ id, name }) => (
        <ScreenLink className={classes.name} route="/meters/$id" params={{ id: String(id) }}>
          {name}
        </ScreenLink>
      ),
    },
    {
      accessor: 'device',
      title: heads.device,
      ...textSearch('device', heads.device),
      render: ({ meter: { device } }) =>
        device ? (
          <ScreenLink route="/devices/$id" params={{ id: String(device.id) }}>
            {device.name}
          </ScreenLink>
        ) : (
          '未設置'
        ),
    },
    {
      accessor: 'last',
      title: heads.last,
      textAlign: 'right',
      render: ({ meter, unit }) =>
        meter.last_reading ? (
          <>
            <span className={classes.value}>
              <LastValue meter={meter} last={meter.last_reading} unit={unitBeside ? unit : undefined} />
            </span>
            <span className={classes.time}>
              <PlainTime time={meter.last_reading.created_at} />
            </span>
          </>
        ) : (
          '未測定'
        ),
    },
    {
      accessor: 'unit',
      title: heads.unit,
      ...roomy,
      ...choice('units'),
    },
    {
      accessor: 'category',
      title: heads.category,
      noWrap: true,
      ...roomy,
      ...choice('categories'),
      render: ({ category }) => category && <CategoryName category={category} />,
    },
    {
      accessor: 'group',
      title: heads.group,
      ...roomy,
      ...choice('groups'),
      render: ({ group }) => group ?? '未登録',
    },
    {
      accessor: 'inspection',
      title: heads.inspection,
      ...roomy,
      ...choice('inspections'),
      render: ({ inspection }) => inspection ?? '未登録',
    },
    {
      accessor: 'updated',
      title: heads.updated,
      noWrap: true,
      sortable: true,
      ...textSearch('updated', heads.updated),
      render: ({ meter }) => <TimeText time={meter.updated_at} />,
    },
    {
      accessor: 'actions',
      title: '操作',
      pinned: 'right',
      width: '7.5rem',
      render: ({ meter }) => <MeterActions meter={meter} />,
    },
  ]
}
