import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { DataTableColumn } from '../../ui/table/DataTable.tsx'
import { textFilter } from '../../ui/table/TextFilter.tsx'
import { Marked } from '../../ui/text/Marked.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import classes from './Groups.module.css'
import type { GroupKind } from './kinds.ts'
import type { GroupRow } from './rows.ts'
import type { GroupSearch } from './search.ts'

/** The columns of either table, with what each is searched by. */
export function groupColumns(
  kind: GroupKind,
  search: GroupSearch,
  change: (part: GroupSearch) => void,
  edit: (row: GroupRow) => void,
): DataTableColumn<GroupRow>[] {
  const textSearch = (key: 'name' | 'description' | 'time', label: string) =>
    textFilter(label, search[key], (text) => change({ [key]: text }))
  return [
    {
      accessor: 'name',
      title: `${kind.label}名`,
      sortable: true,
      ...textSearch('name', `${kind.label}名`),
      render: ({ name }) => (
        <span className={classes.name}>
          <Marked text={name} typed={search.name} />
        </span>
      ),
    },
    ...(kind.described
      ? [
          {
            accessor: 'description',
            title: '説明',
            ...textSearch('description', '説明'),
            render: ({ description }: GroupRow) => (
              <span className={classes.words}>
                <Marked text={description} typed={search.description} />
              </span>
            ),
          },
        ]
      : []),
    {
      accessor: 'time',
      title: kind.timeLabel,
      sortable: true,
      noWrap: true,
      ...textSearch('time', kind.timeLabel),
      render: ({ at, time }) =>
        search.time === undefined ? <TimeText time={at} /> : <Marked text={time} typed={search.time} />,
    },
    {
      accessor: 'actions',
      title: '操作',
      pinned: 'right',
      width: '7.5rem',
      render: (row) => <EditButton row={row} onEdit={edit} />,
    },
  ]
}

export const EditButton = ({ row, onEdit }: { row: GroupRow; onEdit: (row: GroupRow) => void }) => (
  <Button
    className={classes.edit}
    variant="default"
    size="sm"
    leftSection={<IconPencil size={18} aria-hidden />}
    aria-label={`${row.name}を編集`}
    onClick={() => onEdit(row)}
  >
    編集
  </Button>
)
