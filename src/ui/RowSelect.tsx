import { Select, type SelectProps } from '@mantine/core'
import { searching } from './searching.ts'

interface Props extends Omit<SelectProps<number>, 'data' | 'filter' | 'searchable' | 'onKeyDown'> {
  rows: readonly { id: number; name: string }[]
}

/** One of named rows, searchable; its value is the row’s number. */
export const RowSelect = ({ rows, ...props }: Props) => (
  <Select<number>
    data={rows.map(({ id, name }) => ({ value: id, label: name }))}
    {...searching}
    // The focus also comes here from a closing dialog or to show a mistake.
    openOnFocus={false}
    {...props}
  />
)
