import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { Column } from '../../ui/table/column.ts'
import { Marked } from '../../ui/text/Marked.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { fullTime } from '../../ui/text/timeWords.ts'
import classes from './Groups.module.css'
import type { GroupKind, GroupRow } from './kinds.ts'
import type { GroupSearch } from './search.ts'

export function groupColumns(
  kind: GroupKind,
  search: GroupSearch,
  zone: string,
  onEdit: (row: GroupRow) => void,
): Column<GroupRow>[] {
  const timeOf = ({ at }: GroupRow) => Date.parse(at)
  const description: Column<GroupRow> = {
    key: 'description',
    title: '説明',
    fixed: true,
    filter: 'text',
    text: (row) => row.description,
    cell: (row) => (
      <span className={classes.words}>
        <Marked text={row.description} typed={search.description} />
      </span>
    ),
  }
  return [
    {
      key: 'name',
      title: `${kind.label}名`,
      fixed: true,
      sort: 'text',
      filter: 'text',
      text: ({ name }) => name,
      cell: ({ name }) => (
        <span className={classes.name}>
          <Marked text={name} typed={search.name} />
        </span>
      ),
    },
    ...(kind.described ? [description] : []),
    {
      key: 'time',
      title: kind.timeLabel,
      fixed: true,
      sort: 'time',
      sortBy: timeOf,
      noWrap: true,
      filter: 'text',
      text: (row) => fullTime(timeOf(row), zone),
      cell: (row) =>
        search.time === undefined ? (
          <TimeText time={row.at} />
        ) : (
          <Marked text={fullTime(timeOf(row), zone)} typed={search.time} />
        ),
    },
    {
      key: 'actions',
      title: '操作',
      fixed: true,
      pinned: true,
      width: '7.5rem',
      cell: (row) => <EditButton row={row} onEdit={onEdit} />,
    },
  ]
}

interface ActionProps {
  row: GroupRow
  onEdit: (row: GroupRow) => void
}

const EditButton = ({ row, onEdit }: ActionProps) => (
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

/** On phones. */
export const GroupCard = ({ kind, row, onEdit }: ActionProps & { kind: GroupKind }) => (
  <article className={classes.card} aria-label={row.name}>
    <div className={classes.facts}>
      <h2 className={classes.title}>{row.name}</h2>
      {row.description !== '' && <p className={classes.words}>{row.description}</p>}
      <p className={classes.time}>
        {kind.timeLabel} <TimeText time={row.at} />
      </p>
    </div>
    <EditButton row={row} onEdit={onEdit} />
  </article>
)
