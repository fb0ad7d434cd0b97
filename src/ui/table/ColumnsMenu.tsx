import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useHiddenColumns } from './hiddenColumns.ts'

interface Props {
  /** localStorage key of hidden columns. */
  storeKey: string
  /** Hideable ones. */
  columns: readonly { key: string; title: string }[]
}

/** Shows and hides columns. */
export function ColumnsMenu({ storeKey, columns }: Props) {
  const { hidden, setHidden } = useHiddenColumns(storeKey)
  const shown = columns.map(({ key }) => key).filter((key) => !hidden.includes(key))
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
            setHidden(columns.map(({ key }) => key).filter((key) => !chosen.includes(key)))
          }
        >
          <Stack gap="sm">
            {columns.map(({ key, title }) => (
              <Checkbox key={key} value={key} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
