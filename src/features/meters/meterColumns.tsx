import { CategoryIcon } from '../../ui/CategoryIcon.tsx'
import type { DataTableColumn } from '../../ui/DataTable.tsx'
import { NameSelect } from '../../ui/NameSelect.tsx'
import { TimeText } from '../../ui/TimeText.tsx'
import { ValueText } from '../../ui/ValueText.tsx'
import { CaptureLink, isCaptured } from './CaptureLink.tsx'
import classes from './meterColumns.module.css'
import type { Masters, MeterRow } from './rows.ts'
import { type MeterSearch, type Narrowing, narrowingLabel } from './search.ts'
import { TextFilter } from './TextFilter.tsx'

/** Those that a person may hide. */
export const hideable = [
  { accessor: 'device', title: '測定端末' },
  { accessor: 'last', title: '最新の測定値' },
  { accessor: 'unit', title: narrowingLabel.units },
  { accessor: 'category', title: narrowingLabel.categories },
  { accessor: 'group', title: narrowingLabel.groups },
  { accessor: 'inspection', title: narrowingLabel.inspections },
  { accessor: 'updated', title: '更新日時' },
] as const

/** The columns of the list on tablets and desktops, with what each is searched and filtered by. */
export function meterColumns(
  search: MeterSearch,
  masters: Masters,
  change: (part: MeterSearch) => void,
): DataTableColumn<MeterRow>[] {
  const textFilter = (key: 'name' | 'device' | 'updated', label: string) => ({
    filtering: search[key] !== undefined,
    filter: ({ close }: { close: () => void }) => (
      <TextFilter
        label={label}
        value={search[key] ?? ''}
        onSearch={(text) => {
          change({ [key]: text || undefined })
          close()
        }}
      />
    ),
  })
  const choice = (key: Narrowing) => ({
    filtering: search[key] !== undefined,
    filter: (
      <NameSelect
        className={classes.choice}
        label={narrowingLabel[key]}
        rows={masters[key]}
        chosen={search[key] ?? []}
        onChoose={(ids) => change({ [key]: ids.length > 0 ? ids : undefined })}
        withinPortal={false}
      />
    ),
  })
  const roomy = { visibleMediaQuery: '(width >= 62em)' }

  return [
    {
      accessor: 'name',
      title: 'メーター名',
      width: 200,
      sortable: true,
      ...textFilter('name', 'メーター名'),
      render: ({ name }) => <span className={classes.name}>{name}</span>,
    },
    {
      accessor: 'device',
      title: '測定端末',
      ...textFilter('device', '測定端末'),
      render: ({ device }) => device ?? '未設置',
    },
    {
      accessor: 'last',
      title: '最新の測定値',
      textAlign: 'right',
      render: ({ meter, unit }) =>
        meter.last_reading ? (
          <ValueText
            value={meter.last_reading.value}
            unit={unit}
            decimals={meter.decimal_point}
            abnormal={meter.last_reading.is_abnormal}
          />
        ) : (
          '未測定'
        ),
    },
    {
      accessor: 'unit',
      title: narrowingLabel.units,
      ...roomy,
      ...choice('units'),
    },
    {
      accessor: 'category',
      title: narrowingLabel.categories,
      ...roomy,
      ...choice('categories'),
      render: ({ category }) =>
        category && (
          <span className={classes.category}>
            <CategoryIcon type={category.type} size={18} />
            {category.name}
          </span>
        ),
    },
    {
      accessor: 'group',
      title: narrowingLabel.groups,
      ...roomy,
      ...choice('groups'),
      render: ({ group }) => group ?? '未登録',
    },
    {
      accessor: 'inspection',
      title: narrowingLabel.inspections,
      ...roomy,
      ...choice('inspections'),
      render: ({ inspection }) => inspection ?? '未登録',
    },
    {
      accessor: 'updated',
      title: '更新日時',
      noWrap: true,
      sortable: true,
      ...textFilter('updated', '更新日時'),
      render: ({ meter }) => <TimeText time={meter.updated_at} />,
    },
    {
      accessor: 'actions',
      title: '操作',
      pinned: 'right',
      width: 104,
      render: ({ meter }) => isCaptured(meter) && <CaptureLink meter={meter} />,
    },
  ]
}
