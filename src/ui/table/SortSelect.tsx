import { NativeSelect } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { type Column, firstOrder, type Sort } from './column.ts'
import classes from './SortSelect.module.css'

interface Props<Row> {
  columns: readonly Column<Row>[]
  sort: Sort
  onSort: (sort: Sort) => void
}

const words = {
  text: { asc: '昇順', desc: '降順' },
  time: { asc: '古い順', desc: '新しい順' },
  number: { asc: '小さい順', desc: '大きい順' },
} as const

/** Sort order of cards; on phones icon only. */
export function SortSelect<Row>({ columns, sort, onSort }: Props<Row>) {
  const choices = columns.flatMap(({ key, title, sort: kind }) =>
    kind
      ? (firstOrder(kind) === 'asc' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)).map(
          (order) => ({
            value: `${key} ${order}`,
            label: `${title} ${words[kind][order]}`,
          }),
        )
      : [],
  )
  return (
    <NativeSelect
      className={classes.sort}
      aria-label="並べ替え"
      leftSection={<IconArrowsSort size={20} aria-hidden />}
      leftSectionPointerEvents="none"
      data={choices}
      value={`${sort.key} ${sort.order}`}
      onChange={({ currentTarget: { value } }) => {
        const [key = '', order] = value.split(' ')
        onSort({ key, order: order === 'asc' ? 'asc' : 'desc' })
      }}
    />
  )
}
