import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatFullTime } from '../text/formatTime.ts'
import { HighlightedText } from '../text/HighlightedText.tsx'
import { TimeText } from '../text/TimeText.tsx'
import { type Column, type ListParams, type NamedRow, textParam } from './column.ts'
import classes from './columns.module.css'

/** What stands in a column of a row: in a text that is searched, what was found is marked. */
export function cellOf<Row>(
  column: Column<Row>,
  row: Row,
  values: ListParams,
  isShown: (key: string) => boolean,
): ReactNode {
  const typed = textParam(values, column.key)
  if (column.cell) return column.cell(row, { isShown, typed })
  const text = column.text?.(row)
  if (!text || column.filter !== 'text') return text
  return (
    <span className={classes.text} data-heading={column.heading}>
      <HighlightedText text={text} typed={typed} />
    </span>
  )
}

/** The name, which heads the row. */
export const nameColumn = <Row extends NamedRow>(title: string): Column<Row> => ({
  key: 'name',
  title,
  heading: true,
  fixed: true,
  sort: 'text',
  text: ({ name }) => name,
})

interface TimeColumn<Row> {
  key: string
  title: string
  time: (row: Row) => string
  /** Where the organization is. */
  zone: string
}

/** A time, sorted from the newest; one that is searched for is written out. */
export function timeColumn<Row>({ key, title, time, zone }: TimeColumn<Row>): Column<Row> {
  const sortBy = (row: Row) => Date.parse(time(row))
  const text = (row: Row) => formatFullTime(sortBy(row), zone)
  return {
    key,
    title,
    noWrap: true,
    sort: 'time',
    sortBy,
    filter: 'text',
    text,
    cell: (row, { typed }) =>
      typed === undefined ? (
        <TimeText time={time(row)} />
      ) : (
        <HighlightedText text={text(row)} typed={typed} />
      ),
  }
}

/** 操作: opens the form of a row. */
export const editColumn = <Row extends NamedRow>(onEdit: (row: Row) => void): Column<Row> => ({
  key: 'actions',
  title: '操作',
  fixed: true,
  pinned: true,
  width: '7.5rem',
  cell: (row) => (
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
  ),
})
