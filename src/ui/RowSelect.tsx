import { Select, type SelectProps } from '@mantine/core'
import { useSearching } from './useSearching.ts'

interface Props
  extends Omit<SelectProps<number>, 'data' | 'filter' | 'searchable' | 'onKeyDown' | 'onOptionSubmit'> {
  rows: readonly { id: number; name: string }[]
}

/** One of named rows, searchable; its value is the row’s number. */
export const RowSelect = ({ rows, ...props }: Props) => (
  <Select<number>
    data={rows.map(({ id, name }) => ({ value: id, label: name }))}
    {...useSearching()}
    // Enter on what is chosen keeps it; clearing has a button of its own.
    allowDeselect={false}
    // The focus also comes here from a closing dialog or to show a mistake.
    openOnFocus={false}
    {...props}
  />
)
