import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useHiddenColumns } from './hiddenColumns.ts'

interface Props {
  /** The list’s name, as its `DataTable` has it. */
  storeKey: string
  /** Columns that may be hidden. */
  columns: readonly { accessor: string; title: string }[]
}

/** Which columns a table shows. */
export function ColumnsMenu({ storeKey, columns }: Props) {
  const { hidden, setHidden } = useHiddenColumns(storeKey)
  const shown = columns.map(({ accessor }) => accessor).filter((accessor) => !hidden.includes(accessor))
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} aria-hidden />}>
          表示列
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group
          aria-label="表示する列"
          value={shown}
          onChange={(chosen) =>
            setHidden(
              columns.map(({ accessor }) => accessor).filter((accessor) => !chosen.includes(accessor)),
            )
          }
        >
          <Stack gap="sm">
            {columns.map(({ accessor, title }) => (
              <Checkbox key={accessor} value={accessor} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
