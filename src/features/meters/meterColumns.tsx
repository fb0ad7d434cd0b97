import { Box } from '@mantine/core'
import clsx from 'clsx'
import { isDigital } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { CategoryName } from '../../shared/categories/CategoryName.tsx'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import type { Column, NamedRow } from '../../ui/table/column.ts'
import columnClasses from '../../ui/table/columns.module.css'
import { timeColumn } from '../../ui/table/columns.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { cumulativeText } from './cumulativeModes.ts'
import { LastValue, timeOf } from './LastValue.tsx'
import { MeterActions } from './MeterActions.tsx'
import { codeColumn, managementColumns } from './management/managementColumns.tsx'
import classes from './meterColumns.module.css'
import type { MeterMasters, MeterRow } from './meterRows.ts'

export function meterColumns(
  masters: MeterMasters,
  bearers: readonly NamedRow[],
  zone: string,
): Column<MeterRow>[] {
  const choice = (key: string, options: readonly NamedRow[], idOf: (row: MeterRow) => number | null) => ({
    filter: { key, options, idOf },
    broad: true,
  })
  return [
    {
      key: 'name',
      title: 'メーター名',
      width: '12rem',
      fixed: true,
      sort: 'text',
      filter: 'text',
      text: ({ name }) => name,
      searched: ({ meter }) => meter.place_note,
      cell: ({ id, name }) => (
        <ScreenLink
          className={clsx(columnClasses.name, 'touch-padding')}
          route="/meters/$id"
          params={{ id: String(id) }}
        >
          {name}
        </ScreenLink>
      ),
    },
    codeColumn,
    {
      key: 'device',
      title: '測定端末',
      filter: 'text',
      text: ({ meter }) => meter.device?.name,
      cell: ({ meter: { device } }) =>
        device ? (
          <ScreenLink route="/devices/$id" params={{ id: String(device.id) }}>
            {device.name}
          </ScreenLink>
        ) : (
          '未設置'
        ),
    },
    {
      key: 'last',
      title: '最新の測定値',
      align: 'right',
      cell: ({ meter, last, unit }, { isShown }) =>
        last ? (
          <>
            <span className={classes.value}>
              <LastValue meter={meter} last={last} unit={isShown('unit') ? undefined : unit} />
            </span>
            <Box component="span" display="block" fz="xs" c="dimmed">
              <PlainTime time={timeOf(last)} />
            </Box>
          </>
        ) : (
          '未測定'
        ),
    },
    {
      key: 'unit',
      title: '単位',
      text: ({ unit }) => unit,
      ...choice('units', masters.units, ({ meter }) => meter.meter_unit_id),
    },
    {
      key: 'category',
      title: 'メーター種別',
      noWrap: true,
      text: ({ category }) => category?.name,
      cell: ({ category }) => category && <CategoryName category={category} />,
      ...choice('categories', masters.categories, ({ meter }) => meter.meter_category_id),
    },
    {
      key: 'cumulative',
      title: '積算',
      broad: true,
      text: ({ meter, category }) =>
        category && isDigital(category.type) ? cumulativeText(meter.is_cumulative) : undefined,
    },
    {
      key: 'group',
      title: 'メーターグループ',
      text: ({ group }) => group,
      cell: ({ group }) => group ?? '未登録',
      ...choice('groups', masters.groups, ({ meter }) => meter.meter_group_id),
    },
    {
      key: 'inspection',
      title: '点検グループ',
      text: ({ inspection }) => inspection,
      cell: ({ inspection }) => inspection ?? '未登録',
      ...choice('inspections', masters.inspections, ({ meter }) => meter.inspection_id),
    },
    ...managementColumns(bearers),
    timeColumn({ key: 'updated', title: '更新日時', time: ({ meter }) => meter.updated_at, zone }),
  ]
}

export const actionsColumn = (onCopy: ((meter: Meter) => void) | null): Column<MeterRow> => ({
  key: 'actions',
  title: '操作',
  fixed: true,
  pinned: true,
  cell: ({ meter }) => <MeterActions meter={meter} onCopy={onCopy} />,
})

const managementKeys = new Set([codeColumn, ...managementColumns([])].map(({ key }) => key))

/** Leaves out what the office does not register: the columns of management in which no row has a text. */
export const usedColumns = (
  columns: readonly Column<MeterRow>[],
  rows: readonly MeterRow[],
): Column<MeterRow>[] =>
  columns.filter(({ key, text }) => !managementKeys.has(key) || rows.some((row) => text?.(row)))
