import { Select, type SelectProps } from '@mantine/core'
import { textLimit } from '../../contract/wire.ts'
import { containing } from './containing.ts'

interface Props extends Omit<SelectProps<number>, 'data' | 'filter' | 'searchable'> {
  rows: readonly { id: number; name: string }[]
}

/** One of named rows, searchable; its value is the row’s number. */
export const RowSelect = ({ rows, ...props }: Props) => (
  <Select<number>
    data={rows.map(({ id, name }) => ({ value: id, label: name }))}
    searchable
    maxLength={textLimit}
    // The focus also comes here from a closing dialog or to show a mistake.
    openOnFocus={false}
    filter={containing}
    limit={200}
    nothingFoundMessage="該当なし"
    {...props}
  />
)
