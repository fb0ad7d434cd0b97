import type { Category } from '../../../contract/categories.ts'
import { CategoryIcon } from '../../shared/categories/CategoryIcon.tsx'
import { categoryTypeNames, masterStatusNames } from '../../shared/categories/masterNames.ts'
import type { Column, NamedRow } from '../../ui/table/column.ts'
import { editColumn, nameColumn } from '../../ui/table/columns.tsx'
import { RowActions } from '../../ui/table/RowActions.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'

/** Undefined: not known yet. */
type UsageOf = (id: number) => number | undefined

export interface MasterColumnOptions<Row> {
  usageOf: UsageOf
  onEdit: (row: Row) => void
  onDelete: (row: Row) => void
}

const idOf = (value: number) => value + 1

function commonColumns<Row extends NamedRow & { status: 0 | 1 }>({
  usageOf,
  onEdit,
  onDelete,
}: MasterColumnOptions<Row>): Column<Row>[] {
  const edit = editColumn(onEdit)
  return [
    {
      key: 'usage',
      title: '使用中のメーター',
      align: 'right',
      noWrap: true,
      sort: 'text',
      sortBy: ({ id }) => usageOf(id) ?? 0,
      text: ({ id }) => `${(usageOf(id) ?? 0).toLocaleString('ja-JP')}件`,
    },
    {
      key: 'status',
      title: '状態',
      noWrap: true,
      text: ({ status }) => masterStatusNames[status],
      cell: ({ status }) => (
        <StatusPill tone={status === 0 ? 'normal' : 'neutral'}>{masterStatusNames[status]}</StatusPill>
      ),
      filter: {
        key: 'statuses',
        options: masterStatusNames.map((name, value) => ({ id: idOf(value), name })),
        idOf: ({ status }) => idOf(status),
      },
    },
    {
      ...edit,
      width: '11rem',
      cell: (row, shown) => (
        <RowActions name={row.name} onDelete={() => onDelete(row)}>
          {edit.cell?.(row, shown)}
        </RowActions>
      ),
    },
  ]
}

export const categoryColumns = (options: MasterColumnOptions<Category>): Column<Category>[] => [
  {
    key: 'icon',
    title: 'アイコン',
    width: '6rem',
    cell: (category) => <CategoryIcon category={category} size={28} />,
  },
  { ...nameColumn('メーター種別名'), filter: 'text' },
  {
    key: 'type',
    title: '種類',
    noWrap: true,
    text: ({ type }) => categoryTypeNames[type],
    filter: {
      key: 'types',
      options: Object.entries(categoryTypeNames).map(([type, name]) => ({ id: idOf(Number(type)), name })),
      idOf: ({ type }) => idOf(type),
    },
  },
  { key: 'description', title: '説明', filter: 'text', text: ({ description }) => description },
  {
    key: 'limits',
    title: '締めのしきい値',
    text: ({ change_percent: percent, change_least: least }) =>
      `±${percent} %${least > 0 ? `、1日 ${least.toLocaleString('ja-JP', { maximumFractionDigits: 20 })}以上` : ''}`,
  },
  ...commonColumns(options),
]

/** Of rows that have only a name and a state. */
export const namedColumns = <Row extends NamedRow & { status: 0 | 1 }>(
  title: string,
  options: MasterColumnOptions<Row>,
): Column<Row>[] => [{ ...nameColumn<Row>(title), filter: 'text' }, ...commonColumns(options)]
