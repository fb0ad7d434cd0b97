import { UnstyledButton } from '@mantine/core'
import { readState } from '../../../contract/abnormal.ts'
import type { CategoryType } from '../../../contract/categories.ts'
import { isUnsure } from '../../../contract/prior.ts'
import type { Reading } from '../../../contract/readings.ts'
import { Thumbnail } from '../../ui/stage/Thumbnail.tsx'
import type { DataTableColumn } from '../../ui/table/DataTable.tsx'
import { NameSelect } from '../../ui/table/NameSelect.tsx'
import { CategoryIcon } from '../../ui/text/CategoryIcon.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { ValueText } from '../../ui/text/ValueText.tsx'
import classes from './listColumns.module.css'
import { type DataFilters, narrowingLabel } from './search.ts'
import { type Masters, nameIn } from './useMasters.ts'

/** Those that a person may hide. */
export const hideable = [
  { accessor: 'picture', title: '画像' },
  { accessor: 'unit', title: narrowingLabel.units },
  { accessor: 'group', title: narrowingLabel.groups },
  { accessor: 'inspection', title: narrowingLabel.inspections },
] as const

interface Options {
  filters: DataFilters
  masters: Masters
  onFilters: (filters: DataFilters) => void
  onOpen: (readingId: number) => void
  typeOf: (categoryId: number) => CategoryType | undefined
}

/** The columns of the list on tablets and desktops. */
export function listColumns(options: Options): DataTableColumn<Reading>[] {
  const { filters, masters, onFilters, onOpen, typeOf } = options
  const choice = (name: 'units' | 'groups' | 'inspections') => ({
    title: narrowingLabel[name],
    filtering: filters[name].length > 0,
    filter: (
      <NameSelect
        className={classes.choice}
        label={narrowingLabel[name]}
        rows={masters[name]}
        chosen={filters[name]}
        onChoose={(ids) => onFilters({ ...filters, [name]: ids })}
        withinPortal={false}
      />
    ),
  })
  return [
    {
      accessor: 'picture',
      title: '画像',
      width: '5.25rem',
      render: ({ result_thumbnail, thumbnail, meter }) => {
        const type = typeOf(meter.meter_category_id)
        return (
          <span className={classes.picture}>
            <Thumbnail
              src={result_thumbnail ?? thumbnail}
              fallback={type !== undefined && <CategoryIcon type={type} size={22} />}
            />
          </span>
        )
      },
    },
    {
      accessor: 'name',
      title: 'メーター名',
      width: '15rem',
      render: ({ id, meter }) => (
        <UnstyledButton
          className={classes.name}
          data-reading={id}
          onClick={(event) => {
            // The row would open it once more.
            event.stopPropagation()
            onOpen(id)
          }}
        >
          {meter.name}
        </UnstyledButton>
      ),
    },
    {
      accessor: 'value',
      title: '測定値',
      textAlign: 'right',
      noWrap: true,
      render: (reading) => (
        <ValueText
          value={reading.value}
          decimals={reading.meter.decimal_point}
          abnormal={reading.is_abnormal}
          unsure={isUnsure(reading)}
          pending={reading.read_state === readState.unprocessed}
        />
      ),
    },
    {
      accessor: 'unit',
      ...choice('units'),
      render: ({ meter }) => nameIn(masters.units, meter.meter_unit_id),
    },
    {
      accessor: 'time',
      title: '測定日時',
      noWrap: true,
      sortable: true,
      render: ({ created_at }) => <PlainTime time={created_at} />,
    },
    {
      accessor: 'group',
      ...choice('groups'),
      render: ({ meter }) => nameIn(masters.groups, meter.meter_group_id) ?? '未登録',
    },
    {
      accessor: 'inspection',
      ...choice('inspections'),
      render: ({ meter }) => nameIn(masters.inspections, meter.inspection_id) ?? '未登録',
    },
  ]
}
